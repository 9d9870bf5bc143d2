package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.RunPolicy;
import dev.baton.Timing;
import dev.baton.spi.ExecutionRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A registered job, with its dependencies on other jobs. The {@link Registry} guards the dependencies. */
public final class JobDefinition extends Definition implements Node {

    private volatile Job job;

    /** The conditions of each edge, by the job at its other end. */
    private @Nullable Map<JobDefinition, Integer> children;

    private @Nullable Map<JobDefinition, Integer> parents;
    private volatile @Nullable CachedPlan bound;

    /** A compiled graph, valid as long as no dependency changes. */
    record CachedPlan(long version, BoundPlan bound) {}

    public JobDefinition(Job job) {
        super(job.name());
        this.job = job;
    }

    @Override
    public Job job() {
        return job;
    }

    void setJob(Job newJob) {
        job = newJob;
    }

    @Override
    public Timing timing() {
        return job.timing();
    }

    @Override
    public boolean isServedBy(Predicate<RunPolicy.Demand> serving) {
        return serving.test(job.policy().demand());
    }

    @Override
    public ExecutionRecord.Place place(UUID owner) {
        return new ExecutionRecord.Place(
                job.policy().demand().queue(),
                job.policy().demand().labels(),
                job.policy().priority(),
                owner);
    }

    @Override
    public Set<String> tags() {
        return job.tags();
    }

    Map<JobDefinition, Integer> children() {
        return children == null ? Map.of() : children;
    }

    Map<JobDefinition, Integer> parents() {
        return parents == null ? Map.of() : parents;
    }

    Map<JobDefinition, Integer> childrenToChange() {
        if (children == null) {
            children = new LinkedHashMap<>();
        }
        return children;
    }

    Map<JobDefinition, Integer> parentsToChange() {
        if (parents == null) {
            parents = new LinkedHashMap<>();
        }
        return parents;
    }

    @Nullable CachedPlan cachedPlan() {
        return bound;
    }

    void cachePlan(CachedPlan newPlan) {
        bound = newPlan;
    }
}
