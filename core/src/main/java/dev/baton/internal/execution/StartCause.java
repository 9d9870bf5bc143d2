package dev.baton.internal.execution;

import dev.baton.RunPolicy;
import dev.baton.Trigger;
import dev.baton.spi.HiddenParameters;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cause that started an execution.
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
        @Nullable String key) {

    /** The same with another earliest start; a scheduled time that was the earliest start moves with it. */
    StartCause at(long newNotBefore) {
        return new StartCause(
                trigger, scheduled == notBefore ? newNotBefore : scheduled, created, newNotBefore, parameters, key);
    }

    /** Whether the execution has a priority or a queue of its own. */
    public boolean hasPlace() {
        return HiddenParameters.hasPlace(parameters);
    }

    /** The demands of a run on its worker: those of its job, in the execution's own queue if it has one. */
    public RunPolicy.Demand demand(RunPolicy job) {
        return HiddenParameters.demand(parameters, job.demand());
    }

    /** The priority of a run: the execution's own, or else that of its job. */
    public int priority(RunPolicy job) {
        return HiddenParameters.priority(parameters, job.priority());
    }
}
