/** What a step's {@code when} says, in CEL. */
@NullMarked
package dev.baton.server.expression;

import org.jspecify.annotations.NullMarked;
