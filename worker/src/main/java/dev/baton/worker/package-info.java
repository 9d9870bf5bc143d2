/**
 * The worker: it claims runs from a {@link dev.baton.worker.Dispatch} and executes them, in the server's process or on
 * another host.
 */
@NullMarked
package dev.baton.worker;

import org.jspecify.annotations.NullMarked;
