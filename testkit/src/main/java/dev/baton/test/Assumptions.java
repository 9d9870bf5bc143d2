package dev.baton.test;

import dev.baton.Baton;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Assumed outcomes for a scheduler that a framework builds, such as that of a Spring application. {@link BatonTest} has
 * the same methods for a scheduler that a test builds.
 *
 * <pre>{@code
 * FakeClock clock = new FakeClock(start);
 * Assumptions assumptions = new Assumptions();
 * Baton baton = assumptions.on(clock, Baton.builder()).build();
 * }</pre>
 */
public final class Assumptions {

    private final Map<String, Assumption> byJob = FakeWorker.noAssumptions();
    private final AssumedNames names = new AssumedNames();
    private @Nullable Baton baton;

    /** Settings for a scheduler on this clock, whose runs end as is assumed here. */
    public Baton.Builder on(FakeClock clock, Baton.Builder settings) {
        return settings.on(clock, FakeWorker.on(clock, byJob));
    }

    /** From now on, refuses to assume an outcome of a job or workflow that this scheduler does not have. */
    public Assumptions check(Baton scheduler) {
        baton = scheduler;
        return this;
    }

    /**
     * Assumes an outcome of a job, or of a step by its full name: its body is not called.
     *
     * @throws dev.baton.error.NoSuchJobException when the scheduler has no job or workflow of that name
     */
    public Assumptions assume(String job, Assumption assumption) {
        if (baton != null) {
            names.check(Set.of(job), baton);
        }
        byJob.put(job, assumption);
        return this;
    }

    /** Assumes that these jobs or steps fail. */
    public Assumptions failing(String... jobs) {
        for (String job : jobs) {
            assume(job, Assumption.fails());
        }
        return this;
    }

    /** Makes each attempt of a job or step take this long on the clock; the body is called at the end of that time. */
    public Assumptions taking(String job, Duration duration) {
        return assume(job, Assumption.callsBody().taking(duration));
    }

    /** Assumes nothing any more. */
    public void clear() {
        byJob.clear();
    }
}
