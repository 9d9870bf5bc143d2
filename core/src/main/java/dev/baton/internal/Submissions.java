package dev.baton.internal;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.error.NotPossibleException;
import dev.baton.error.NotRecordedException;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.cluster.Externals;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.definition.Parameters;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StartCause;
import dev.baton.internal.fire.Fires;
import dev.baton.internal.time.Ids;
import dev.baton.spi.CallerTransaction;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts executions of registered definitions, for every kind of trigger. Safe from any thread. */
final class Submissions {

    /** Each try in vain takes another client that has just taken, or freed, the key of a parent. */
    private static final int MOST_TRIES = 20;

    private final Registry registry;
    private final ExecutionOwner owner;
    private final Executions executions;
    private final Time time;
    private final Ids ids;
    private final Settings.Calling calling;
    private final Consumer<String> check;

    /**
     * Starts executions.
     *
     * @param calling what to ask on the thread of the caller
     * @param check throws if the engine is closed; the argument names the operation for the message
     */
    Submissions(
            Registry registry,
            ExecutionOwner owner,
            Executions executions,
            Settings.Calling calling,
            Consumer<String> check) {
        this.registry = registry;
        this.owner = owner;
        this.executions = executions;
        this.time = executions.time();
        this.ids = new Ids(time);
        this.calling = calling;
        this.check = check;
    }

    /**
     * Starts one execution of a workflow that is not registered.
     *
     * @param known makes the workflow known for the execution with an id
     */
    Execution startOnce(String name, Function<UUID, Definition> known, Map<String, ?> parameters) {
        if (calling.transaction().get() != null) {
            // Only the name is recorded in a transaction. By its end, another workflow may be started once by that
            // name.
            throw new NotPossibleException("workflow \"" + name + "\" cannot be started once in a transaction of the"
                    + " caller. Start it when the transaction has committed, or register it with add, and trigger it.");
        }
        UUID id = ids.next();
        Definition definition = known.apply(id);
        try {
            Submission submission = Submission.of(definition.name()).parameters(parameters);
            return trigger(
                    id,
                    definition,
                    HiddenParameters.carry(submission, calling.carried().get()).parameters());
        } catch (Throwable e) {
            // No end of an execution will let go of the workflow.
            registry.oneOffs().ended(id);
            throw e;
        }
    }

    private Execution trigger(UUID id, Definition definition, Map<String, ?> parameters) {
        long now = time.micros();
        BoundPlan bound = registry.planOf(definition);
        StartCause cause = cause(bound, Trigger.MANUAL, now, 0, parameters);
        return executions
                .start(List.of(new Start(id, definition, bound, cause, null)))
                .get(0);
    }

    /** Starts executions that were submitted, all or none of them. */
    List<Execution> submit(List<Submission> submissions) {
        submissions.forEach(submission -> submission.key().ifPresent(Keys::check));
        CallerTransaction transaction = calling.transaction().get();
        Map<String, String> carried = calling.carried().get();
        Instant now = time.now();
        List<Submission> asOfNow = submissions.stream()
                .map(submission -> HiddenParameters.carry(submission.asOf(now), carried))
                .toList();
        return transaction == null
                ? start(submissions, asOfNow)
                : enqueue(transaction, asOfNow, starts(submissions, asOfNow));
    }

    /**
     * Starts executions. The execution with a parent's key may be another one by the time they are created: then it is
     * looked for again.
     */
    private List<Execution> start(List<Submission> submissions, List<Submission> asOfNow) {
        for (int tries = 1; ; tries++) {
            try {
                return executions.start(starts(submissions, asOfNow));
            } catch (MissingParentException e) {
                if (tries == MOST_TRIES) {
                    throw new NotRecordedException(submissions.get(0).name(), String.valueOf(e.getMessage()));
                }
            }
        }
    }

    /** Starts executions in a transaction of the caller: they exist once it commits. */
    private List<Execution> enqueue(CallerTransaction transaction, List<Submission> submissions, List<Start> starts) {
        for (Submission submission : submissions) {
            if (!submission.parents().isEmpty()) {
                throw new NotPossibleException("\"" + submission.name() + "\" runs after other runs, which cannot be"
                        + " recorded in a transaction of the caller. Submit it once the transaction has committed.");
            }
        }
        List<UUID> recorded = transaction.enqueue(submissions);
        List<Execution> handles = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            handles.add(executions.enqueued(starts.get(i), recorded.get(i)));
        }
        return handles;
    }

    /**
     * The executions to start, all at the same time.
     *
     * @param given the submissions as they were given, which name one another as parents
     * @param asOfNow the same at this moment
     */
    private List<Start> starts(List<Submission> given, List<Submission> asOfNow) {
        long now = time.micros();
        // One id a place, not a submission: the same submission may occur several times.
        List<UUID> numbers = given.stream().map(submission -> ids.next()).toList();
        boolean alone =
                given.stream().allMatch(submission -> submission.parents().isEmpty());
        Siblings siblings = alone ? Siblings.of(List.of(), List.of()) : Siblings.of(given, known(given, numbers));
        List<Start> starts = new ArrayList<>(given.size());
        for (int i = 0; i < given.size(); i++) {
            Submission submission = asOfNow.get(i);
            if (i == 0) {
                check.accept((submission.trigger() == Trigger.MANUAL ? "starting" : "submitting") + " \""
                        + submission.name() + "\"");
            }
            // Refuses a queue that is no name.
            HiddenParameters.demand(submission.parameters(), RunPolicy.Demand.NONE);
            String brought = HiddenParameters.definition(submission.parameters());
            Definition definition = brought == null
                    ? registry.get(submission.name())
                    : registry.brought().read(submission.name(), brought);
            BoundPlan bound = registry.planOf(definition, submission.parameters());
            List<ExternalNode> parents = owner.externals().parents(submission, siblings::id);
            if (!parents.isEmpty()) {
                bound = Externals.after(
                        bound,
                        parents,
                        submission.parents().stream()
                                .map(Submission.After::conditions)
                                .toList());
            }
            long notBefore = submission.notBefore().map(Time::toMicros).orElse(0L);
            long scheduled = submission.scheduledTime().map(Time::toMicros).orElse(Math.max(now, notBefore));
            String key = submission.key().orElse(null);
            Map<String, Object> parameters = Parameters.of(bound.policy(), submission.parameters(), key);
            StartCause cause = new StartCause(submission.trigger(), scheduled, now, notBefore, parameters, key);
            starts.add(new Start(numbers.get(i), definition, bound, cause, null, ids(parents)));
        }
        return starts;
    }

    private static Set<UUID> ids(List<ExternalNode> parents) {
        return parents.isEmpty()
                ? Set.of()
                : parents.stream().map(ExternalNode::execution).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The ids under which submissions are known: one whose key is taken, perhaps by an earlier one in the same call,
     * stands for the execution that has the key.
     */
    private List<UUID> known(List<Submission> given, List<UUID> numbers) {
        List<UUID> known = new ArrayList<>(numbers);
        Map<String, UUID> byKey = new HashMap<>();
        for (int i = 0; i < known.size(); i++) {
            UUID fresh = known.get(i);
            String key = given.get(i).key().orElse(null);
            if (key != null) {
                known.set(i, byKey.computeIfAbsent(key, each -> idWithKey(each, fresh)));
            }
        }
        return known;
    }

    private UUID idWithKey(String key, UUID fresh) {
        LiveExecution taken = owner.withKey(key);
        return taken == null ? fresh : taken.id();
    }

    /** Starts the execution that belongs to a run, unless there is one. */
    Execution nest(RunId parent, Submission submission) {
        Submission once = submission.asOf(time.now()).key(Keys.within(parent)).trigger(Trigger.DEPENDENCY);
        return executions.start(starts(List.of(once), List.of(once))).get(0);
    }

    /**
     * The submissions of one call, which may run after one another.
     *
     * @param ids the id of each submission's execution, the first one if there are several
     * @param repeated the submissions that occur more than once
     */
    private record Siblings(Map<Submission, UUID> ids, Set<Submission> repeated) {

        static Siblings of(List<Submission> given, List<UUID> numbers) {
            Siblings siblings = new Siblings(new HashMap<>(), new HashSet<>());
            for (int i = 0; i < given.size(); i++) {
                if (siblings.ids.putIfAbsent(given.get(i), numbers.get(i)) != null) {
                    siblings.repeated.add(given.get(i));
                }
            }
            return siblings;
        }

        UUID id(Submission sibling) {
            UUID id = ids.get(sibling);
            if (id == null) {
                throw new NotPossibleException("a submission runs after \"" + sibling.name()
                        + "\", which is not submitted with it. Submit both in one call, or the other first.");
            }
            if (repeated.contains(sibling)) {
                throw new NotPossibleException("a submission runs after \"" + sibling.name()
                        + "\", which occurs several times in the same call. Make a submission of its own for each.");
            }
            return id;
        }
    }

    private StartCause cause(
            BoundPlan bound, Trigger trigger, long scheduled, long notBefore, Map<String, ?> parameters) {
        return new StartCause(
                trigger, scheduled, time.micros(), notBefore, Parameters.of(bound.policy(), parameters, null), null);
    }

    /**
     * Starts the execution of a fire.
     *
     * @param lookBack looks for fires that were not recorded
     */
    void fire(Definition definition, Fires.Fire fire, Runnable lookBack) {
        fire(definition, fire, Map.of(), null, lookBack);
    }

    /**
     * Starts the execution of a fire of a schedule that is data.
     *
     * @param parameters the parameters of the execution
     * @param name the name under which the fires are handled; null for that of the definition
     * @param lookBack looks for fires that were not recorded
     */
    void fire(
            Definition definition,
            Fires.Fire fire,
            Map<String, Object> parameters,
            @Nullable String name,
            Runnable lookBack) {
        BoundPlan bound = registry.planOf(definition, parameters);
        StartCause cause = cause(bound, fire.trigger(), fire.scheduled(), fire.notBefore(), parameters);
        // A new id: the store keeps one fire for each time, and must distinguish this node's from another's.
        Store.Fire onSchedule = fire.after() == null ? null : new Store.Fire(Time.toMicros(fire.after()), name);
        owner.fire(new Start(ids.next(), definition, bound, cause, onSchedule), lookBack);
    }
}
