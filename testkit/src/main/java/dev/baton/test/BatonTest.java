package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.Step;
import dev.baton.TypedJob;
import dev.baton.Workflow;
import dev.baton.error.NoSuchJobException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A started scheduler for tests, on a {@link FakeClock}. Schedules, retries, timeouts and sleeps use that clock, and
 * the test's thread drives everything, one thing at a time, always in the same order. A day of schedules takes
 * milliseconds.
 *
 * <pre>{@code
 * BatonTest baton = BatonTest.startingAt("2026-11-15T00:00:00Z");
 * baton.add(etl).failing("etl/clean");
 * baton.advanceTo("2026-11-15T02:00:00+01:00");
 * assertThat(baton.lastExecution(etl)).failed().ran("alert", "cleanup").skipped("load");
 * }</pre>
 */
public final class BatonTest implements AutoCloseable {

    private static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeClock clock;
    private final Map<String, Assumption> assumptions = FakeWorker.noAssumptions();
    private final AssumedNames names = new AssumedNames();
    private final Baton baton;

    private BatonTest(Instant start, UnaryOperator<Baton.Builder> settings) {
        this.clock = new FakeClock(start);
        this.baton = settings.apply(StoreUnderTest.builder())
                .on(clock, FakeWorker.on(clock, assumptions))
                .build()
                .start();
    }

    /** A scheduler whose clock starts at the beginning of 2026, UTC. */
    public static BatonTest create() {
        return new BatonTest(DEFAULT_START, settings -> settings);
    }

    /** A scheduler whose clock starts at this instant, given in ISO 8601 with an offset. */
    public static BatonTest startingAt(String instant) {
        return new BatonTest(instant(instant), settings -> settings);
    }

    /** A scheduler with settings such as listeners, interceptors or retention, whose clock starts at this instant. */
    public static BatonTest startingAt(String instant, UnaryOperator<Baton.Builder> settings) {
        return new BatonTest(instant(instant), settings);
    }

    /** The scheduler under test. */
    public Baton baton() {
        return baton;
    }

    /** The scheduler's clock. */
    public FakeClock clock() {
        return clock;
    }

    /** Registers a job. */
    public BatonTest add(Job job) {
        baton.add(job);
        names.add(job);
        return this;
    }

    /** Registers a job that takes an input. */
    public BatonTest add(TypedJob<?, ?> job) {
        return add(job.job());
    }

    /** Registers a workflow. */
    public BatonTest add(Workflow workflow) {
        baton.add(workflow);
        names.add(workflow);
        return this;
    }

    /**
     * Assumes an outcome of a job, or of a step by its full name: its body is not called.
     *
     * <p>When something is triggered or time advances, and nothing of that name is registered, a
     * {@link dev.baton.error.NoSuchJobException} says so: a name that is misspelt would assume nothing.
     */
    public BatonTest assume(String job, Assumption assumption) {
        assumptions.put(job, assumption);
        return this;
    }

    /** Assumes an outcome for a step; the body is not called. */
    public BatonTest assume(Step<?> step, Assumption assumption) {
        return assume(step.fullName(), assumption);
    }

    /** Assumes that these jobs or steps fail. */
    public BatonTest failing(String... jobs) {
        for (String job : jobs) {
            assume(job, Assumption.fails());
        }
        return this;
    }

    /** Makes each attempt of a job or step take this long on the clock; the body is called at the end of that time. */
    public BatonTest taking(String job, Duration duration) {
        return assume(job, Assumption.callsBody().taking(duration));
    }

    /** Triggers a job or workflow, and runs everything that is due now. */
    public Execution trigger(String name) {
        return trigger(name, Map.of());
    }

    /** Triggers a job or workflow with parameters, and runs everything that is due now. */
    public Execution trigger(String name, Map<String, ?> parameters) {
        names.check(assumptions.keySet(), baton);
        Execution execution = baton.trigger(name, parameters);
        settle();
        return execution;
    }

    /** Triggers a workflow, and runs everything that is due now. */
    public Execution trigger(Workflow workflow) {
        return trigger(workflow.name());
    }

    /** Triggers with parameters, and does what there is to do at this moment. */
    public Execution trigger(Workflow workflow, Map<String, ?> parameters) {
        return trigger(workflow.name(), parameters);
    }

    /** Does what there is to do at this moment, without advancing the clock. */
    public BatonTest settle() {
        clock.stage().settle();
        return this;
    }

    /** Advances the clock by this duration, and runs everything that falls due. */
    public BatonTest advance(Duration duration) {
        names.check(assumptions.keySet(), baton);
        clock.advance(duration);
        return this;
    }

    /** Advances the clock to this instant, given in ISO 8601 with an offset, and runs everything that falls due. */
    public BatonTest advanceTo(String instant) {
        names.check(assumptions.keySet(), baton);
        clock.advanceTo(instant(instant));
        return this;
    }

    /** All executions of a job or workflow that retention has kept, the oldest first. */
    public List<Execution> executions(String name) {
        return Stream.concat(
                        baton.pastExecutions(name).stream(),
                        baton.activeExecutions().stream()
                                .filter(execution -> execution.name().equals(name)))
                .sorted(Comparator.comparing(Execution::id))
                .toList();
    }

    /**
     * The execution of a job or workflow that started last.
     *
     * @throws NoSuchJobException when neither a job nor a workflow has that name
     * @throws NoSuchElementException when it has not been executed yet
     */
    public Execution lastExecution(String name) {
        List<Execution> all = executions(name);
        if (all.isEmpty()) {
            if (baton.find(name).isEmpty()) {
                throw new NoSuchJobException(
                        name, baton.list().stream().map(Registered::name).toList());
            }
            throw new NoSuchElementException(name + " has not been executed by " + clock.now());
        }
        return all.get(all.size() - 1);
    }

    /** The execution of a workflow that started last. */
    public Execution lastExecution(Workflow workflow) {
        return lastExecution(workflow.name());
    }

    /** Closes the scheduler. */
    @Override
    public void close() {
        baton.close();
    }

    static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no time with an offset, such as 2026-11-15T02:00:00+01:00", e);
        }
    }
}
