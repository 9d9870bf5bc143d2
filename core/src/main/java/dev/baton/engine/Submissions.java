package dev.baton.engine;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.error.NotPossibleException;
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

/** Starts executions of what is registered, whoever asks for them. Safe from any thread. */
final class Submissions {

    private final Registry registry;
    private final Executions executions;
    private final Externals externals;
    private final Time time;
    private final Ids ids;
    private final Consumer<String> check;

    /**
     * Starts executions.
     *
     * @param check refuses what is to be done, which it is told in words, when it cannot be done any more
     */
    Submissions(Registry registry, Executions executions, Time time, Consumer<String> check) {
        this.registry = registry;
        this.executions = executions;
        this.externals = executions.machinery().externals();
        this.time = time;
        this.ids = new Ids(time);
        this.check = check;
        executions.machinery().nesting().startWith(this::nest);
    }

    /** Starts an execution now. */
    Execution trigger(String name, Map<String, ?> parameters) {
        Definition definition = registry.get(name);
        check.accept("starting \"" + name + "\"");
        long now = time.micros();
        Definition.Shape shape = registry.shapeOf(definition);
        LiveExecution.Cause cause = cause(shape, Trigger.MANUAL, now, 0, parameters, null);
        return executions
                .start(List.of(new Start(ids.next(), definition, shape, cause, null)))
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
            Definition.Shape shape = registry.shapeOf(definition, submission.parameters());
            if (!submission.parents().isEmpty()) {
                shape = Externals.after(
                        shape,
                        externals.parents(submission, sibling -> sibling(numbers, sibling)),
                        submission.parents().stream()
                                .map(Submission.After::conditions)
                                .toList());
            }
            long now = time.micros();
            long notBefore = submission.notBefore().map(Time::toMicros).orElse(0L);
            long scheduled = submission.scheduledTime().map(Time::toMicros).orElse(Math.max(now, notBefore));
            LiveExecution.Cause cause = cause(
                    shape,
                    submission.trigger(),
                    scheduled,
                    notBefore,
                    submission.parameters(),
                    submission.key().orElse(null));
            UUID id = Objects.requireNonNull(numbers.get(submission));
            starts.add(new Start(id, definition, shape, cause, null));
        }
        return executions.start(starts);
    }

    /** Starts the execution that belongs to a run, unless there is one. */
    private Execution nest(RunId parent, Submission submission) {
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

    private LiveExecution.Cause cause(
            Definition.Shape shape,
            Trigger trigger,
            long scheduled,
            long notBefore,
            Map<String, ?> parameters,
            @Nullable String key) {
        return new LiveExecution.Cause(
                trigger,
                scheduled,
                time.micros(),
                notBefore,
                Executions.merge(shape.policy().parameters(), parameters),
                key);
    }

    /** Starts the execution of a fire. */
    void fire(Definition definition, Fires.Fire fire) {
        Definition.Shape shape = registry.shapeOf(definition);
        LiveExecution.Cause cause = cause(shape, fire.trigger(), fire.scheduled(), fire.notBefore(), Map.of(), null);
        // An id of its own: the store keeps one fire of each time, and must know this node's from another's.
        Store.Fire onSchedule = fire.after() == null ? null : new Store.Fire(Time.toMicros(fire.after()));
        executions.fire(new Start(ids.next(), definition, shape, cause, onSchedule));
    }
}
