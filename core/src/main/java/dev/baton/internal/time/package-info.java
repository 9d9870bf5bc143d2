/** Clocks, timers and the lease of a node. */
@NullMarked
package dev.baton.internal.time;

import org.jspecify.annotations.NullMarked;
