/**
 * Baton measured beside its peers, in one run and one table: {@link dev.baton.bench.SideBySide} is the program, each
 * {@link dev.baton.bench.Part} one measurement, and {@code dev.baton.bench.peer} what it is measured against.
 */
@NullMarked
package dev.baton.bench;

import org.jspecify.annotations.NullMarked;
