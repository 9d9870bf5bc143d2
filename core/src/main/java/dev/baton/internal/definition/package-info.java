/** What is registered, and what the steps of plans stand for. */
@NullMarked
package dev.baton.internal.definition;

import org.jspecify.annotations.NullMarked;
