/**
 * The worker: it asks a {@link dev.baton.worker.Dispatch} for runs and executes them, in the server's own process or on
 * another host.
 */
@NullMarked
package dev.baton.worker;

import org.jspecify.annotations.NullMarked;
