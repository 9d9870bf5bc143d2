package dev.baton;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A named piece of work: a body, a schedule, policies. Immutable; {@link Baton#add(Job)} registers it.
 *
 * <pre>{@code
 * Job report = Job.named("report").cron("0 2 * * *").run(context -> write(context.scheduledTime()));
 * }</pre>
 */
public final class Job {

    private final String name;
    private final Body<?> body;
    private final Timing timing;
    private final RunPolicy policy;
    private final Join join;
    private final Set<String> tags;

    Job(String name, Body<?> body, Timing timing, RunPolicy policy, Join join, Set<String> tags) {
        this.name = name;
        this.body = body;
        this.timing = timing;
        this.policy = policy;
        this.join = join;
        this.tags = tags;
    }

    /**
     * Starts the definition of a job; {@link Builder#run} or {@link Builder#call} completes it.
     *
     * @throws dev.baton.error.InvalidNameException when the name is invalid
     */
    public static Builder named(String name) {
        return new Builder(Names.check(name), Timing.TRIGGERED, RunPolicy.DEFAULT, Join.all(), Set.of());
    }

    /** The job's name; {@code workflow/step} for a step. */
    public String name() {
        return name;
    }

    /** The work of the job. */
    public Body<?> body() {
        return body;
    }

    /** The schedule, and the settings around it. */
    public Timing timing() {
        return timing;
    }

    /** The run policy: retries, limits, priority. */
    public RunPolicy policy() {
        return policy;
    }

    /** How many of its dependencies must hold before it runs. */
    public Join join() {
        return join;
    }

    /** Tags, by which programs find and remove jobs. */
    public Set<String> tags() {
        return tags;
    }

    /** The loader of the body's code, by which Baton reads kept values of the application's classes. */
    public ClassLoader loader() {
        return WrappedBody.loader(body);
    }

    /** A builder with the settings of this job, for {@link Baton#put(Job)}. */
    public Builder toBuilder() {
        return new Builder(name, timing, policy, join, tags);
    }

    @Override
    public String toString() {
        return "job " + name;
    }

    /** A job that has no body yet. Immutable: each call returns a new builder. */
    public static final class Builder implements Timed<Builder>, Configured<Builder> {

        private final String name;
        private final Timing timing;
        private final RunPolicy policy;
        private final Join join;
        private final Set<String> tags;

        private Builder(String name, Timing timing, RunPolicy policy, Join join, Set<String> tags) {
            this.name = name;
            this.timing = timing;
            this.policy = policy;
            this.join = join;
            this.tags = tags;
        }

        @Override
        public Builder timing(UnaryOperator<Timing> change) {
            return new Builder(name, change.apply(timing), policy, join, tags);
        }

        @Override
        public Builder policy(UnaryOperator<RunPolicy> change) {
            return new Builder(name, timing, change.apply(policy), join, tags);
        }

        /** Sets how many of the job's dependencies must hold before it runs; see {@link Baton#addDependency}. */
        public Builder join(Join newJoin) {
            return new Builder(name, timing, policy, newJoin, tags);
        }

        /** Adds tags, by which programs find and remove jobs. */
        public Builder tags(String... more) {
            Set<String> all = new LinkedHashSet<>(tags);
            all.addAll(List.of(more));
            return new Builder(name, timing, policy, join, Collections.unmodifiableSet(all));
        }

        /** Gives the job an input of a type, which {@link Starts#trigger(TypedJob, Object)} takes. */
        public <I> TypedJob.Builder<I, Object> takes(Class<I> type) {
            return new TypedJob.Builder<>(this, type, Object.class);
        }

        /** Completes the job with a body that has no result. */
        public Job run(Action action) {
            return call(Body.of(action));
        }

        /** Completes the job with a fan-out, which runs a body for each item. */
        public Job fanout(Fanout fanout) {
            return call(fanout);
        }

        /** Completes the job with a body whose result is the run's output. */
        public <T extends @Nullable Object> Job call(Body<T> body) {
            return new Job(name, body, timing, policy, join, tags);
        }
    }
}
