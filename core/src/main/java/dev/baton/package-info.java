/**
 * The library. {@link dev.baton.Baton} is the scheduler, {@link dev.baton.Job} and {@link dev.baton.Workflow} say what
 * it runs, {@link dev.baton.Execution} and {@link dev.baton.Run} say what became of it.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
