/**
 * The logic of DAGs: a {@link dev.baton.graph.Plan} is a graph compiled once, a {@link dev.baton.graph.Progress} is the
 * state of one execution of it. Pure: no clock, no thread, no lock, no I/O.
 */
@NullMarked
package dev.baton.graph;

import org.jspecify.annotations.NullMarked;
