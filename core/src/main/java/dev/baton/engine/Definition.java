package dev.baton.engine;

import dev.baton.Body;
import dev.baton.RunPolicy;
import dev.baton.Timing;
import dev.baton.WorkflowPolicy;
import dev.baton.graph.Plan;
import dev.baton.spi.ExecutionRecord;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A registered job or workflow: a name that stays, and what is behind it, which may be replaced. Safe from any thread.
 */
abstract sealed class Definition permits JobDefinition, WorkflowDefinition, FanoutDefinition {

    private final String name;
    private volatile boolean paused;
    private volatile boolean removed;
    private volatile boolean disturbed;
    private volatile @Nullable Fires fires;

    Definition(String name) {
        this.name = name;
    }

    /**
     * What an execution works on: taken when it starts, and not changed afterwards.
     *
     * @param plan the graph
     * @param nodes what its steps stand for
     * @param policy how the execution runs as a whole
     * @param plainBodies the bodies of plain steps, whose job cannot change and has nothing around it that needs looking
     *     after; null for others. Most steps are plain, and from here their body is one step away
     */
    record Shape(
            Plan plan,
            Node[] nodes,
            WorkflowPolicy policy,
            @Nullable Body<?>[] plainBodies) {

        /** Whether the overlap policy of some step keeps count of its runs. */
        boolean hasLimitedRuns() {
            for (Node node : nodes) {
                if (!node.job().policy().overlap().isUnlimited()) {
                    return true;
                }
            }
            return false;
        }
    }

    abstract Timing timing();

    abstract Set<String> tags();

    /** Whether a worker that serves this can begin its executions. */
    boolean isServedBy(Predicate<RunPolicy.Demand> serving) {
        return true;
    }

    /** Where its executions wait while they are adrift. */
    abstract ExecutionRecord.Place place(UUID home);

    final String name() {
        return name;
    }

    public final boolean isPaused() {
        return paused;
    }

    final void setPaused(boolean newPaused) {
        paused = newPaused;
    }

    public final boolean isRemoved() {
        return removed;
    }

    final void setRemoved() {
        removed = true;
        disturbed = true;
    }

    /** Whether even a plain step has to be asked whether it may start: something was paused or removed. */
    final boolean isDisturbed() {
        return disturbed;
    }

    final void setDisturbed() {
        disturbed = true;
    }

    /** Its schedule at work; null while nothing fires by itself. */
    final @Nullable Fires fires() {
        return fires;
    }

    final void setFires(@Nullable Fires newFires) {
        fires = newFires;
    }
}
