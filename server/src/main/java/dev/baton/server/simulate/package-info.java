/**
 * Simulations: the real engine on a virtual clock, with assumed outcomes. Start reading with {@link
 * dev.baton.server.simulate.Simulator}.
 */
@NullMarked
package dev.baton.server.simulate;

import org.jspecify.annotations.NullMarked;
