/**
 * What decides in a DAG: a {@link dev.baton.graph.Plan} is a graph compiled once, a {@link dev.baton.graph.Progress} is
 * one execution's way through it. Pure: no clock, no thread, no lock, no I/O.
 */
@NullMarked
package dev.baton.graph;

import org.jspecify.annotations.NullMarked;
