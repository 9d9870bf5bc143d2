/**
 * What would run when, without running anything: the real engine on a virtual clock, with outcomes that somebody assumes.
 * Begin with {@link dev.baton.server.simulate.Simulator}.
 */
@NullMarked
package dev.baton.server.simulate;

import org.jspecify.annotations.NullMarked;
