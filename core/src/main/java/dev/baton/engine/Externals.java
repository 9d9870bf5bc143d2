package dev.baton.engine;

import dev.baton.Body;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells executions that wait for runs of others when those have ended. Safe from any thread. */
final class Externals {

    /** How often a run that is advanced on another node is looked at. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final Machinery machinery;
    private final Function<UUID, @Nullable LiveExecution> finder;

    Externals(Machinery machinery, Function<UUID, @Nullable LiveExecution> finder) {
        this.machinery = machinery;
        this.finder = finder;
    }

    /**
     * Somebody who waits for a run, or an execution, outside.
     *
     * @param child the execution that waits; once it is gone, nobody does
     * @param step the run that is waited for
     * @param told told when it has ended
     */
    record Watcher(LiveExecution child, int step, Consumer<End> told) {}

    /** How something outside ended, and what else there is to say about that. */
    record End(RunStatus status, @Nullable String words) {}

    /** Called within the child's turn: looks whether the run outside has ended, and if not, waits for that. */
    void watch(LiveExecution child, int childStep, ExternalNode parent) {
        Watcher watcher = new Watcher(child, parent.step(), end -> endStep(child, childStep, end));
        machinery.later(() -> look(watcher, parent.execution()));
    }

    /** Waits for the end of a whole execution. */
    void watch(LiveExecution child, UUID id, Consumer<End> told) {
        machinery.later(() -> look(new Watcher(child, Submission.After.WHOLE, told), id));
    }

    private void look(Watcher watcher, UUID id) {
        if (watcher.child.gone) {
            return;
        }
        LiveExecution parent;
        try {
            parent = finder.apply(id);
        } catch (StoreUnavailableException e) {
            lookLater(watcher, id);
            return;
        }
        if (parent == null) {
            tell(watcher, RunStatus.SKIPPED, "execution " + id + " is not kept any longer");
            return;
        }
        LiveExecution found = parent;
        boolean settled = machinery.ask(found, turn -> {
            RunStatus end = end(found, watcher.step);
            if (end != null) {
                tell(watcher, end, null);
            } else if (!found.gone) {
                found.watchers.add(watcher);
            }
            return end != null || !found.gone;
        });
        if (!settled) {
            lookLater(watcher, id);
        }
    }

    private void lookLater(Watcher watcher, UUID id) {
        machinery.time().after(LOOK_EVERY, () -> machinery.later(() -> look(watcher, id)));
    }

    private static @Nullable RunStatus end(LiveExecution execution, int step) {
        if (step != Submission.After.WHOLE) {
            RunStatus status = execution.progress.status(step);
            return status.isTerminal() ? status : null;
        }
        return execution.status.isTerminal() ? endOf(execution.status) : null;
    }

    private static RunStatus endOf(ExecutionStatus status) {
        return switch (status) {
            case SUCCESS -> RunStatus.SUCCESS;
            case TIMEOUT -> RunStatus.TIMEOUT;
            case CANCELLED -> RunStatus.CANCELLED;
            case FAILURE, RUNNING, HELD -> RunStatus.FAILURE;
        };
    }

    /** Called within the parent's turn: all of it has ended. */
    void ended(Turn turn) {
        ended(turn, Submission.After.WHOLE, endOf(turn.execution().status));
    }

    /** Called within the parent's turn: a run of it has ended. */
    void ended(Turn turn, int step, RunStatus end) {
        LiveExecution execution = turn.execution();
        if (execution.watchers.isEmpty()) {
            return;
        }
        List<Watcher> told = execution.watchers.stream()
                .filter(watcher -> watcher.step == step)
                .toList();
        execution.watchers.removeAll(told);
        turn.after(() -> told.forEach(watcher -> tell(watcher, end, null)));
    }

    /** Called within the turn of an execution that is advanced elsewhere from now on. */
    void lost(LiveExecution execution) {
        List<Watcher> watchers = new ArrayList<>(execution.watchers);
        execution.watchers.clear();
        watchers.forEach(watcher -> lookLater(watcher, execution.id));
    }

    private void tell(Watcher watcher, RunStatus end, @Nullable String words) {
        machinery.later(() -> watcher.told.accept(new End(end, words)));
    }

    private void endStep(LiveExecution child, int step, End end) {
        machinery.tell(child, turn -> {
            if (child.progress.status(step) == RunStatus.PENDING) {
                if (end.words != null) {
                    child.note(step).words = end.words;
                }
                turn.end(step, end.status, Why.EXTERNAL, null);
            }
        });
    }

    // ---- graphs

    /** A graph whose roots run after runs outside. */
    static Definition.Shape after(Definition.Shape shape, List<ExternalNode> parents, List<Integer> conditions) {
        Plan plan = shape.plan();
        PlanBuilder graph = PlanBuilder.of(plan);
        for (int i = 0; i < parents.size(); i++) {
            int outside = graph.step(parents.get(i).name());
            // How it ended decides what runs here, and not how this execution ends.
            graph.mayFail(outside);
            for (int step = 0; step < plan.size(); step++) {
                if (plan.parents(step).length == 0 && !plan.isFinal(step)) {
                    graph.edge(outside, step, conditions.get(i));
                }
            }
        }
        Plan extended = graph.build();
        int[] order = graph.order();
        Node[] nodes = new Node[order.length];
        for (int step = 0; step < nodes.length; step++) {
            int added = order[step];
            nodes[step] = added < plan.size() ? shape.nodes()[added] : parents.get(added - plan.size());
        }
        return new Definition.Shape(extended, nodes, shape.policy(), new Body<?>[nodes.length]);
    }

    /**
     * The parents of a submission.
     *
     * @throws NoSuchExecutionException when one is not there
     */
    List<ExternalNode> parents(Submission submission, Function<Submission, UUID> siblings) {
        List<ExternalNode> parents = new ArrayList<>();
        for (Submission.After after : submission.parents()) {
            Submission sibling = after.sibling();
            if (sibling != null) {
                parents.add(new ExternalNode(siblings.apply(sibling), Submission.After.WHOLE));
            } else {
                UUID id = Objects.requireNonNull(after.execution());
                LiveExecution found = finder.apply(id);
                if (found == null) {
                    throw NoSuchExecutionException.id(id);
                }
                if (after.step() >= found.plan.size()) {
                    throw NoSuchExecutionException.step(id, "number " + after.step(), found.plan.names());
                }
                parents.add(new ExternalNode(id, after.step()));
            }
        }
        return parents;
    }
}
