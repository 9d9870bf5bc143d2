package dev.baton.internal.execution;

import dev.baton.RunPolicy;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Definition;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.Store;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An execution that is to be started.
 *
 * @param id what it will be called
 * @param definition what it is an execution of
 * @param plan what it works on
 * @param cause why it is started, and with what
 * @param fire the fire of a schedule that it is; null for none
 * @param awaited the executions that it runs after
 */
public record Start(
        UUID id,
        Definition definition,
        BoundPlan plan,
        StartCause cause,
        Store.@Nullable Fire fire,
        Set<UUID> awaited) {

    /** An execution that runs after no other. */
    public Start(UUID id, Definition definition, BoundPlan plan, StartCause cause, Store.@Nullable Fire fire) {
        this(id, definition, plan, cause, fire, Set.of());
    }

    /** Whether a worker with these queues and labels can begin it. */
    public boolean isServedBy(Predicate<RunPolicy.Demand> serving) {
        Map<String, Object> parameters = cause.parameters();
        return definition.isServedBy(demand -> serving.test(HiddenParameters.demand(parameters, demand)))
                && (!cause.hasPlace() || serving.test(HiddenParameters.demand(parameters, RunPolicy.Demand.NONE)));
    }
}
