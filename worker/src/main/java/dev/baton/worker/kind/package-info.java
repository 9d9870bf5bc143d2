/** The kinds of work that a worker knows, one class each. */
@NullMarked
package dev.baton.worker.kind;

import org.jspecify.annotations.NullMarked;
