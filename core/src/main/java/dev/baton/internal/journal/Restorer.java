package dev.baton.internal.journal;

import dev.baton.RunStatus;
import dev.baton.graph.Effects;
import dev.baton.graph.Plan;
import dev.baton.graph.Progress;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.Parameters;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.Advancer;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Output;
import dev.baton.internal.execution.PlanExtension;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.execution.RunState;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StartCause;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds executions from records: to continue them, or to read them. Safe from any thread. */
public final class Restorer {

    private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);

    private final Store store;
    private final Registry registry;
    private final Advancer advancer;
    private final StoreJournal journal;

    /** Restores executions of registered definitions, whose changes this journal records. */
    public Restorer(Store store, Registry registry, Advancer advancer, StoreJournal journal) {
        this.store = store;
        this.registry = registry;
        this.advancer = advancer;
        this.journal = journal;
    }

    /**
     * Builds an execution to continue.
     *
     * @throws IllegalArgumentException if its parameters cannot be read here
     */
    public LiveExecution restore(Store.Stored stored) {
        LiveExecution execution = restore(stored, binding(stored.execution()), this::parameters);
        journal.startedOver().prepare(execution);
        return execution;
    }

    /** Builds an execution to stop or to look at, for which nobody need be able to read its parameters. */
    public LiveExecution restoreWithoutParameters(Store.Stored stored) {
        return restore(stored, binding(stored.execution()), (record, loader) -> Map.of());
    }

    private Registry.Binding binding(ExecutionRecord record) {
        return registry.bind(record.name(), definition(record), record.state().plan(), () -> plan(record));
    }

    /** Reads the parameters of an execution, with the class loader of its job. */
    private interface ParameterReader {

        Map<String, Object> read(ExecutionRecord.Cause cause, ClassLoader loader);
    }

    /** Calls classes of the user, so that anything may be thrown, which then concerns this execution alone. */
    private Map<String, Object> parameters(ExecutionRecord.Cause cause, ClassLoader loader) {
        try {
            return store.codec().decodeAll(cause.parameters(), loader);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw unreadable(e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            throw unreadable(e);
        }
    }

    private static IllegalArgumentException unreadable(Throwable e) {
        return new IllegalArgumentException("its parameters cannot be read: " + ReasonText.message(e), e);
    }

    /** The parameters of an execution to look at: none if they cannot be read here, because a class is gone. */
    private Map<String, Object> parametersToShow(ExecutionRecord.Cause cause, ClassLoader loader) {
        try {
            return parameters(cause, loader);
        } catch (IllegalArgumentException e) {
            LOG.debug("parameters cannot be read here: {}", ReasonText.message(e));
            return Map.of();
        }
    }

    private LiveExecution restore(Store.Stored stored, Registry.Binding binding, ParameterReader reader) {
        ExecutionRecord record = stored.execution();
        BoundPlan bound = binding.plan();
        BoundPlan grown =
                PlanExtension.extended(bound, added(stored), binding.definition(), registry::node, store.codec());
        Start start = new Start(record.id(), binding.definition(), bound, cause(record, bound, reader), null);
        LiveExecution execution = new LiveExecution(start, progress(stored, grown.plan()), record, advancer);
        if (grown.plan().size() > bound.plan().size()) {
            execution.grow(grown);
        }
        execution.runs().readLeftFrom(new StoredOutputs(store, execution));
        stored.runs().forEach(run -> restore(execution, run));
        restoreState(execution, stored);
        JournalEntry entry = new JournalEntry(execution);
        entry.setWritten(Records.summary(execution));
        execution.setJournalEntry(entry);
        return execution;
    }

    /** Builds an execution that was just created. */
    public LiveExecution created(Start start, ExecutionRecord record) {
        LiveExecution execution =
                new LiveExecution(start, new Progress(start.plan().plan()), record, advancer);
        execution.runs().readLeftFrom(new StoredOutputs(store, execution));
        JournalEntry entry = new JournalEntry(execution);
        entry.setWritten(Records.summary(execution));
        execution.setJournalEntry(entry);
        return execution;
    }

    /** Whether this node created or claimed an execution, and not a former node of the same process. */
    static boolean isOwnedBy(@Nullable UUID node, LiveExecution execution) {
        ExecutionRecord record = execution.record();
        return node != null && record != null && node.equals(record.place().owner());
    }

    /** The executions that this node has neither created nor claimed; all of them if there is no node. */
    public static List<LiveExecution> notOwnedBy(@Nullable UUID node, Collection<LiveExecution> executions) {
        return executions.stream()
                .filter(execution -> !isOwnedBy(node, execution))
                .toList();
    }

    /** Builds a read-only copy of an execution that this node does not own. */
    public LiveExecution copy(Store.Stored stored) {
        return toLookAt(restore(stored, binding(stored.execution()), this::parametersToShow));
    }

    /**
     * Builds a read-only copy of an execution of which only some runs were read. If it has grown, all of them are read:
     * any run may have added the steps of others. Returns null if it is not kept any longer.
     */
    @Nullable LiveExecution copyPart(Store.Stored part) {
        ExecutionRecord record = part.execution();
        Registry.Binding binding = binding(record);
        return hasGrown(part, binding.plan().plan().size())
                ? store.find(record.id()).map(this::copy).orElse(null)
                : toLookAt(restore(part, binding, this::parametersToShow));
    }

    /** Whether an execution has more steps than it started with, or had when its runs were read after its record. */
    private static boolean hasGrown(Store.Stored part, int before) {
        return part.execution().state().steps() > before
                || part.runs().stream().anyMatch(run -> run.step() >= before)
                || !added(part).isEmpty();
    }

    /** Makes an execution a read-only copy: its runs are shown in the state they would have. */
    private static LiveExecution toLookAt(LiveExecution copy) {
        copy.setGone();
        Progress progress = copy.progress();
        boolean waitsForANodeAlone = !copy.hasBegun()
                && copy.state() == ExecutionState.CREATED
                && copy.cause().notBefore() == 0
                && copy.policy().overlap().isUnlimited();
        if (waitsForANodeAlone) {
            copy.restoreState(ExecutionState.RUNNING);
            progress.start(new Effects());
        } else if (copy.hasBegun()) {
            progress.resume(new Effects());
        }
        for (int step = 0; step < copy.plan().size(); step++) {
            if (copy.status(step) != RunStatus.RUNNING) {
                copy.shown().show(step, progress.status(step));
            }
        }
        return copy;
    }

    /** The definition that an execution brought along; null for none. */
    private @Nullable String definition(ExecutionRecord record) {
        return record.isDefined()
                ? HiddenParameters.definition(parameters(record.cause(), HiddenParameters.class.getClassLoader()))
                : null;
    }

    private Plan plan(ExecutionRecord record) {
        return Plan.fromBytes(store.plan(Objects.requireNonNull(record.state().plan())));
    }

    private static Map<Integer, AddedSteps> added(Store.Stored stored) {
        Map<Integer, AddedSteps> all = new HashMap<>();
        for (RunRecord run : stored.runs()) {
            byte[] details = run.result().notes();
            AddedSteps added = details == null ? null : RunDetailsFormat.readAdded(details);
            if (added != null) {
                all.put(run.step(), added);
            }
        }
        return all;
    }

    private static Progress progress(Store.Stored stored, Plan plan) {
        RunStatus[] recorded = new RunStatus[plan.size()];
        Arrays.fill(recorded, RunStatus.BLOCKED);
        BitSet withheld = new BitSet();
        for (RunRecord run : stored.runs()) {
            recorded[run.step()] = run.state().status();
            withheld.set(run.step(), run.state().withheld());
        }
        return new Progress(plan, recorded, withheld::get);
    }

    private static StartCause cause(ExecutionRecord record, BoundPlan bound, ParameterReader reader) {
        ExecutionRecord.Cause cause = record.cause();
        Map<String, Object> given = reader.read(cause, bound.nodes()[0].loader());
        return new StartCause(
                cause.trigger(),
                cause.scheduled(),
                cause.created(),
                cause.notBefore(),
                Parameters.of(bound.policy(), given, cause.key()),
                cause.key());
    }

    private static void restoreState(LiveExecution execution, Store.Stored stored) {
        ExecutionRecord.State state = stored.execution().state();
        boolean begun = state.begun() != 0
                || state.status().isTerminal()
                || stored.runs().stream().anyMatch(Restorer::isOfBegun);
        execution.restoreState(Records.state(state, begun));
        execution.setBegunAt(state.begun() == 0 ? stored.execution().cause().created() : state.begun());
        execution.setEnded(state.ended());
        execution.shown().show(state.status());
        if (state.status().isTerminal()) {
            execution.end().complete(null);
        }
    }

    /** Whether a run shows that its execution has begun. Before, a run may be cancelled, and nothing else. */
    private static boolean isOfBegun(RunRecord run) {
        RunRecord.State state = run.state();
        return state.status() != RunStatus.CANCELLED || state.attempt() > 0 || state.withheld();
    }

    private void restore(LiveExecution execution, RunRecord run) {
        int step = run.step();
        RunStatus status = run.state().status();
        execution.runs().setAttempt(step, run.state().attempt(), run.times().started());
        execution
                .runs()
                .setEnd(step, run.times().finished(), EndReason.of(run.state().why()));
        byte[] kept = run.result().notes();
        if (kept != null) {
            RunDetailsFormat.read(kept, execution.runs().details(step));
        }
        if (status == RunStatus.RUNNING) {
            execution.runs().details(step).setWasRunning();
        }
        if (status.isTerminal()) {
            execution.states().restore(step, RunState.ended(status));
        }
        execution.shown().show(step, status);
        if (run.times().notBefore() != 0) {
            execution.runs().details(step).setNotBefore(run.times().notBefore());
        }
        Codec.Encoded output = run.result().output();
        if (run.result().isLeftInStore()) {
            execution.runs().setLeft(step);
        } else if (output != null) {
            execution
                    .runs()
                    .setOutput(
                            step,
                            new Output(
                                    store.codec(), output, execution.node(step).loader()));
        }
    }
}
