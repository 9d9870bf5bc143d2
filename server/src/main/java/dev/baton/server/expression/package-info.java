/** Expressions in CEL, for the {@code when} of a step. */
@NullMarked
package dev.baton.server.expression;

import org.jspecify.annotations.NullMarked;
