/**
 * Baton's public API. {@link dev.baton.Baton} is the scheduler; {@link dev.baton.Job} and {@link dev.baton.Workflow}
 * define what it runs; {@link dev.baton.Execution} and {@link dev.baton.Run} report how it went.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
