package dev.baton.internal.cluster;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import org.jspecify.annotations.Nullable;

/**
 * An execution that was created.
 *
 * @param start what was to be started
 * @param live the execution, if this node owns it, or the one that has its idempotency key; null if it is recorded for
 *     whichever node claims it
 */
public record Created(Start start, @Nullable LiveExecution live) {}
