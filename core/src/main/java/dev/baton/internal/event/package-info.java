/** Listeners, each behind a queue of its own. */
@NullMarked
package dev.baton.internal.event;

import org.jspecify.annotations.NullMarked;
