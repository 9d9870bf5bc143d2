package dev.baton.internal;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.cluster.Externals;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.definition.Parameters;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StartCause;
import dev.baton.internal.fire.Fires;
import dev.baton.internal.time.Ids;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts executions of registered definitions, for every kind of trigger. Safe from any thread. */
final class Submissions {

    private final Registry registry;
    private final ExecutionOwner owner;
    private final Executions executions;
    private final Time time;
    private final Ids ids;
    private final Consumer<String> check;

    /**
     * Starts executions.
     *
     * @param check throws if the engine is closed; the argument names the operation for the message
     */
    Submissions(Registry registry, ExecutionOwner owner, Executions executions, Consumer<String> check) {
        this.registry = registry;
        this.owner = owner;
        this.executions = executions;
        this.time = executions.time();
        this.ids = new Ids(time);
        this.check = check;
    }

    /** Starts an execution now. */
    Execution trigger(String name, Map<String, ?> parameters) {
        Definition definition = registry.get(name);
        check.accept("starting \"" + name + "\"");
        return trigger(definition, parameters);
    }

    /** Starts an execution of this now. */
    Execution trigger(Definition definition, Map<String, ?> parameters) {
        long now = time.micros();
        BoundPlan bound = registry.planOf(definition);
        StartCause cause = cause(bound, Trigger.MANUAL, now, 0, parameters, null);
        return executions
                .start(List.of(new Start(ids.next(), definition, bound, cause, null)))
                .get(0);
    }

    /** Starts executions that were submitted, all or none of them. */
    List<Execution> submit(List<Submission> submissions) {
        Map<Submission, UUID> numbers = new HashMap<>();
        submissions.forEach(submission -> numbers.put(submission, ids.next()));
        List<Start> starts = new ArrayList<>(submissions.size());
        for (Submission submission : submissions) {
            Definition definition = registry.get(submission.name());
            check.accept("submitting \"" + submission.name() + "\"");
            BoundPlan bound = registry.planOf(definition, submission.parameters());
            if (!submission.parents().isEmpty()) {
                bound = Externals.after(
                        bound,
                        owner.externals().parents(submission, sibling -> sibling(numbers, sibling)),
                        submission.parents().stream()
                                .map(Submission.After::conditions)
                                .toList());
            }
            long now = time.micros();
            long notBefore = submission.notBefore().map(Time::toMicros).orElse(0L);
            long scheduled = submission.scheduledTime().map(Time::toMicros).orElse(Math.max(now, notBefore));
            StartCause cause = cause(
                    bound,
                    submission.trigger(),
                    scheduled,
                    notBefore,
                    submission.parameters(),
                    submission.key().orElse(null));
            UUID id = Objects.requireNonNull(numbers.get(submission));
            starts.add(new Start(id, definition, bound, cause, null));
        }
        return executions.start(starts);
    }

    /** Starts the execution that belongs to a run, unless there is one. */
    Execution nest(RunId parent, Submission submission) {
        Submission once = submission.key(Keys.within(parent)).trigger(Trigger.DEPENDENCY);
        return submit(List.of(once)).get(0);
    }

    private static UUID sibling(Map<Submission, UUID> numbers, Submission sibling) {
        UUID id = numbers.get(sibling);
        if (id == null) {
            throw new NotPossibleException("a submission runs after \"" + sibling.name()
                    + "\", which is not submitted with it. Submit both in one call, or the other first.");
        }
        return id;
    }

    private StartCause cause(
            BoundPlan bound,
            Trigger trigger,
            long scheduled,
            long notBefore,
            Map<String, ?> parameters,
            @Nullable String key) {
        return new StartCause(
                trigger, scheduled, time.micros(), notBefore, Parameters.of(bound.policy(), parameters, key), key);
    }

    /**
     * Starts the execution of a fire.
     *
     * @param lookBack looks for fires that were not recorded
     */
    void fire(Definition definition, Fires.Fire fire, Runnable lookBack) {
        BoundPlan bound = registry.planOf(definition);
        StartCause cause = cause(bound, fire.trigger(), fire.scheduled(), fire.notBefore(), Map.of(), null);
        // A new id: the store keeps one fire for each time, and must distinguish this node's from another's.
        Store.Fire onSchedule = fire.after() == null ? null : new Store.Fire(Time.toMicros(fire.after()));
        owner.fire(new Start(ids.next(), definition, bound, cause, onSchedule), lookBack);
    }
}
