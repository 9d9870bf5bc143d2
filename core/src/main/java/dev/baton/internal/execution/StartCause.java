package dev.baton.internal.execution;

import dev.baton.Trigger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What started an execution.
 *
 * @param trigger why
 * @param scheduled the instant it was scheduled for, in microseconds
 * @param created when it was created, in microseconds
 * @param notBefore it does not begin before this, in microseconds
 * @param parameters its parameters
 * @param key its idempotency key; null for none
 */
public record StartCause(
        Trigger trigger,
        long scheduled,
        long created,
        long notBefore,
        Map<String, Object> parameters,
        @Nullable String key) {}
