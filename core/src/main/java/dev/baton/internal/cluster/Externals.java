package dev.baton.internal.cluster;

import dev.baton.Body;
import dev.baton.RunStatus;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.internal.definition.BoundPlan;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.internal.definition.Node;
import dev.baton.internal.execution.Effect;
import dev.baton.internal.execution.EffectHandler;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.Endings;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import dev.baton.internal.execution.RunState;
import dev.baton.internal.execution.Turn;
import dev.baton.internal.execution.Watcher;
import dev.baton.internal.journal.Archive;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells executions that wait for runs of other executions when those have ended. Safe from any thread. */
public final class Externals {

    private static final Logger LOG = LoggerFactory.getLogger(Externals.class);

    /**
     * How often a run of an execution on another node is polled, what another node has just taken over, and a store that
     * was unavailable.
     */
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final Time time;
    private final Executor executor;
    private final Archive archive;
    private final RecordedEnds<Watcher> remote;

    /**
     * Watches executions of an archive.
     *
     * @param executor runs tasks that must not block the caller
     */
    Externals(Time time, Executor executor, Archive archive) {
        this.time = time;
        this.executor = executor;
        this.archive = archive;
        this.remote = new RecordedEnds<>(
                time,
                executor,
                archive,
                watcher -> watcher.child().isGone(),
                (watchers, id) -> watchers.forEach(watcher -> look(watcher, id)));
    }

    /** Tries again in a moment what the store could not do for an execution outside. */
    public void again(Runnable task) {
        time.after(LOOK_EVERY, () -> executor.execute(task));
    }

    /** Checks whether a run outside has ended, and waits for it if not. */
    void watch(LiveExecution child, int childStep, ExternalNode parent) {
        look(new Watcher(child, parent.step(), end -> endStep(child, childStep, end), true), parent.execution());
    }

    /** Waits for the end of a whole execution. */
    public void watch(LiveExecution child, UUID id, Consumer<Watcher.End> told) {
        look(new Watcher(child, Permit.WHOLE, told, true), id);
    }

    /** Waits for the end of a whole execution, which may sleep meanwhile. */
    void watchAsleep(LiveExecution child, UUID id, Consumer<Watcher.End> told) {
        look(new Watcher(child, Permit.WHOLE, told, false), id);
    }

    private void look(Watcher watcher, UUID id) {
        executor.execute(() -> lookNow(watcher, id));
    }

    private void lookNow(Watcher watcher, UUID id) {
        if (watcher.child().isGone()) {
            return;
        }
        LiveExecution parent;
        try {
            if (archive.findActive(id) == null && awaitsElsewhere(watcher, id)) {
                return;
            }
            parent = watcher.step() == Permit.WHOLE ? archive.find(id) : withRun(id, watcher.step());
        } catch (StoreUnavailableException e) {
            lookLater(watcher, id);
            return;
        } catch (RuntimeException | Error e) {
            // A watcher must not be lost, and there may be no way to read more than a status here.
            LOG.warn("execution {} cannot be read here; what waits for it goes by its status", id, e);
            lookAtStatus(watcher, id);
            return;
        }
        if (parent == null) {
            tell(watcher, new Watcher.End(RunStatus.SKIPPED, "execution " + id + " is not kept any longer", null));
            return;
        }
        if (parent.isGone()) {
            RunStatus end = shownEnd(parent, watcher.step());
            if (end == null) {
                lookLater(watcher, id);
            } else {
                tell(watcher, new Watcher.End(end, null, parent));
            }
        } else {
            parent.tell(turn -> watch(turn, watcher));
        }
    }

    private void lookAtStatus(Watcher watcher, UUID id) {
        Archive.Glance glance;
        try {
            glance = archive.look(id);
        } catch (RuntimeException | Error e) {
            LOG.debug("the status of execution {} cannot be read now", id, e);
            lookLater(watcher, id);
            return;
        }
        if (glance == null || !glance.status().isTerminal()) {
            lookLater(watcher, id);
        } else {
            tell(watcher, new Watcher.End(Endings.asRun(glance.status()), null, null));
        }
    }

    /** Waits for an execution that is still active, or for a run of it. Returns false if it is not active any longer. */
    private boolean awaitsElsewhere(Watcher watcher, UUID id) {
        boolean whole = watcher.step() == Permit.WHOLE;
        Archive.Glance glance = whole ? archive.look(id) : archive.look(id, watcher.step());
        if (glance == null || glance.status().isTerminal()) {
            return false;
        }
        RunStatus run = glance.run();
        if (whole) {
            remote.await(id, watcher);
        } else if (run != null && run.isTerminal()) {
            tell(watcher, new Watcher.End(run, null, null));
        } else {
            lookLater(watcher, id);
        }
        return true;
    }

    /** An execution with one of its runs, and not necessarily with the others, of which there may be many. */
    private @Nullable LiveExecution withRun(UUID id, int step) {
        Archive.Part part = archive.findPart(id, step, step + 1);
        return part == null ? null : part.execution();
    }

    /** Waits for the end of a run of this turn's execution, or for the record of that end. */
    private void watch(Turn turn, Watcher watcher) {
        LiveExecution parent = turn.execution();
        RunStatus end = end(parent, watcher.step());
        if (end == null && !parent.isGone()) {
            parent.watchers().add(watcher);
            return;
        }
        turn.then(new Effect() {
            @Override
            public void happen(EffectHandler handler, boolean byWorker) {
                Externals.this.tell(watcher, new Watcher.End(Objects.requireNonNull(end), null, parent));
            }

            @Override
            public void drop() {
                lookLater(watcher, parent.id());
            }
        });
    }

    private void lookLater(Watcher watcher, UUID id) {
        again(() -> lookNow(watcher, id));
    }

    private static @Nullable RunStatus end(LiveExecution execution, int step) {
        if (step == Permit.WHOLE) {
            return execution.state().isTerminal() ? Endings.asRun(execution.statusNow()) : null;
        }
        RunState state = execution.states().get(step);
        return state.isTerminal() ? state.status() : null;
    }

    private static @Nullable RunStatus shownEnd(LiveExecution execution, int step) {
        if (step == Permit.WHOLE) {
            return execution.status().isTerminal() ? Endings.asRun(execution.status()) : null;
        }
        RunStatus status = execution.status(step);
        return status.isTerminal() ? status : null;
    }

    /** Reports that a watched run or execution has ended. */
    void ended(LiveExecution execution, List<Watcher> watchers, RunStatus end) {
        watchers.forEach(watcher -> tell(watcher, new Watcher.End(end, null, execution)));
    }

    /** Forgets the watchers of executions that have left this node's memory: they would stay in it with the watchers. */
    void forgetGone(UUID watched) {
        LiveExecution here = archive.findActive(watched);
        if (here != null) {
            here.tell(
                    turn -> here.watchers().removeIf(watcher -> watcher.child().isGone()));
        }
    }

    /** Reports that another node owns an execution from now on. */
    void moved(UUID execution, List<Watcher> watchers) {
        watchers.forEach(watcher -> lookLater(watcher, execution));
    }

    private void tell(Watcher watcher, Watcher.End end) {
        executor.execute(() -> watcher.told().accept(end));
    }

    private static void endStep(LiveExecution child, int step, Watcher.End end) {
        child.tell(step, turn -> {
            if (child.states().get(step) == RunState.AWAITING) {
                if (end.words() != null) {
                    child.runs().details(step).setWords(end.words());
                }
                turn.end(step, end.status(), EndReason.EXTERNAL, null);
            }
        });
    }

    // ---- graphs

    /** A graph whose roots run after runs outside. */
    public static BoundPlan after(BoundPlan bound, List<ExternalNode> parents, List<Integer> conditions) {
        Plan plan = bound.plan();
        PlanBuilder graph = PlanBuilder.of(plan);
        for (int i = 0; i < parents.size(); i++) {
            int outside = graph.step(parents.get(i).name());
            // The end of the outside run decides which steps run here, but not how this execution ends.
            graph.mayFail(outside);
            for (int step = 0; step < plan.size(); step++) {
                if (!plan.isFinal(step) && plan.parents(step).length == 0) {
                    graph.edge(outside, step, conditions.get(i));
                }
            }
        }
        Plan extended = graph.build();
        int[] order = graph.order();
        Node[] nodes = new Node[order.length];
        for (int step = 0; step < nodes.length; step++) {
            int added = order[step];
            nodes[step] = added < plan.size() ? bound.nodes()[added] : parents.get(added - plan.size());
        }
        return new BoundPlan(extended, nodes, bound.policy(), new Body<?>[nodes.length]);
    }

    /**
     * The parents of a submission.
     *
     * @throws NoSuchExecutionException when a parent does not exist
     */
    public List<ExternalNode> parents(Submission submission, Function<Submission, UUID> siblings) {
        if (submission.parents().isEmpty()) {
            return List.of();
        }
        List<ExternalNode> parents = new ArrayList<>();
        for (Submission.After after : submission.parents()) {
            Submission sibling = after.sibling();
            if (sibling != null) {
                parents.add(new ExternalNode(siblings.apply(sibling), Submission.After.WHOLE));
            } else {
                UUID id = Objects.requireNonNull(after.execution());
                LiveExecution found = archive.find(id);
                if (found == null) {
                    throw NoSuchExecutionException.id(id);
                }
                if (after.step() >= found.plan().size()) {
                    throw NoSuchExecutionException.step(
                            id, "number " + after.step(), found.plan().names());
                }
                parents.add(new ExternalNode(id, after.step()));
            }
        }
        return parents;
    }
}
