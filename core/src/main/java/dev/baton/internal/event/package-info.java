/** Listeners, each behind its own queue. */
@NullMarked
package dev.baton.internal.event;

import org.jspecify.annotations.NullMarked;
