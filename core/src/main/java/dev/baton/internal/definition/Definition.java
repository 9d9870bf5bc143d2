package dev.baton.internal.definition;

import dev.baton.RunPolicy;
import dev.baton.Timing;
import dev.baton.spi.ExecutionRecord;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** A registered job or workflow: a fixed name, with contents that may be replaced. Safe from any thread. */
public abstract sealed class Definition implements Scheduled
        permits JobDefinition, WorkflowDefinition, FanoutDefinition {

    private final String name;
    private volatile boolean paused;
    private volatile boolean removed;
    private volatile boolean disturbed;

    Definition(String name) {
        this.name = name;
    }

    @Override
    public abstract Timing timing();

    public abstract Set<String> tags();

    /** Whether a worker with these queues and labels can begin its executions. */
    public boolean isServedBy(Predicate<RunPolicy.Demand> serving) {
        return true;
    }

    /** The place where its executions wait while they have no owner. */
    public abstract ExecutionRecord.Place place(UUID owner);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean isPaused() {
        return paused;
    }

    @Override
    public final void setPaused(boolean newPaused) {
        paused = newPaused;
    }

    public final boolean isRemoved() {
        return removed;
    }

    final void setRemoved() {
        removed = true;
        disturbed = true;
    }

    /**
     * Whether even a plain step must check that it may start, because a step was paused, the definition was removed, or
     * the node does not serve every run.
     */
    public final boolean isDisturbed() {
        return disturbed;
    }

    final void setDisturbed() {
        disturbed = true;
    }
}
