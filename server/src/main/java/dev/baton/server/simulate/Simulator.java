package dev.baton.server.simulate;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.policy.Retention;
import dev.baton.server.kind.Compiler;
import dev.baton.server.resolve.Origin;
import dev.baton.server.simulate.Simulation.SimulatedExecution;
import dev.baton.server.spec.FanoutWork;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says what would run when, and runs nothing: it has the real engine, on a clock of its own, go through a range of time
 * with outcomes that somebody assumes. The server is taken to be running since before the range, to have a worker for
 * every run at once, and conditions ({@code when}) to hold. Safe from any thread.
 *
 * <pre>{@code
 * Simulation simulation = new Simulator().simulate(subject, monday, tuesday, List.of(extractFails));
 * System.out.print(SimulationTable.of(simulation, zone));
 * }</pre>
 */
public final class Simulator {

    /** More runs than this are not shown. */
    public static final int MOST_RUNS = 100_000;

    /** The longest range. */
    public static final Duration LONGEST_RANGE = Duration.ofDays(366);

    private static final int MOST_EVENTS = 20 * MOST_RUNS;
    private static final int EVENTS_BETWEEN_LOOKS = 100;

    private final Function<String, Optional<Duration>> usual;

    /** A simulator in which everything takes no time that nobody assumes to take longer. */
    public Simulator() {
        this(job -> Optional.empty());
    }

    /** @param usual how long a job usually takes, by its full name */
    public Simulator(Function<String, Optional<Duration>> usual) {
        this.usual = usual;
    }

    /**
     * Goes through a range of time.
     *
     * @param from its beginning, which belongs to it
     * @param to its end, which does not; what has started by then is followed to its end
     * @param assumed what is assumed; of several about one run the last holds
     * @throws IllegalArgumentException when the range is none, or something is assumed of what is not there
     * @throws SimulationTooLargeException when more happens than can be shown
     */
    public Simulation simulate(Subject subject, Instant from, Instant to, List<Assumption> assumed) {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "the range ends at " + to + ", which is not after its beginning " + from);
        }
        if (Duration.between(from, to).compareTo(LONGEST_RANGE) > 0) {
            throw SimulationTooLargeException.range(LONGEST_RANGE);
        }
        Assumptions assumptions = new Assumptions(assumed, subject.zone(), usual);
        assumptions.check(names(subject));
        // A second earlier, so that a fire at the very beginning is one that comes.
        VirtualTime time = new VirtualTime(from.minusSeconds(1));
        Endings endings = new Endings(from);
        try (Baton baton = Baton.builder()
                .zone(subject.zone())
                .retention(Retention.count(Integer.MAX_VALUE).withTotal(Integer.MAX_VALUE))
                .listen(endings)
                .on(time, VirtualWorker.on(time, assumptions, MOST_RUNS))
                .build()) {
            Compiler compiler = new Compiler(new SimulatedParts(time, assumptions, endings, subject.calendars()));
            register(subject, new StandIns(to), compiler, baton);
            Clockwork clockwork = new Clockwork(time);
            clockwork.runUntil(from);
            registerIntervals(subject, new StandIns(to), compiler, baton);
            clockwork.runUntil(to);
            clockwork.finish(baton, to.plus(LONGEST_RANGE));
            return new Simulation(from, to, executions(subject, baton));
        }
    }

    // ---- what there is

    private static void register(Subject subject, StandIns standIns, Compiler compiler, Baton baton) {
        for (JobSpec job : subject.jobs()) {
            JobSpec standIn = standIns.of(job);
            baton.add(compiler.job(
                    StandIns.isInterval(job.timing()) ? StandIns.triggered(standIn) : standIn, Origin.API));
        }
        for (WorkflowSpec workflow : subject.workflows()) {
            WorkflowSpec standIn = standIns.of(workflow);
            baton.add(compiler.workflow(
                    StandIns.isInterval(workflow.timing()) ? StandIns.triggered(standIn) : standIn, Origin.API));
        }
        for (Dependency dependency : subject.dependencies()) {
            baton.addDependency(
                    dependency.parent(),
                    dependency.child(),
                    dependency.conditions().toArray(Condition[]::new));
        }
        subject.paused().forEach(baton::pause);
        baton.start();
    }

    /** Intervals are counted from the beginning of the range, not from a second before. */
    private static void registerIntervals(Subject subject, StandIns standIns, Compiler compiler, Baton baton) {
        subject.jobs().stream()
                .filter(job -> StandIns.isInterval(job.timing()))
                .forEach(job -> baton.put(compiler.job(standIns.of(job), Origin.API)));
        subject.workflows().stream()
                .filter(workflow -> StandIns.isInterval(workflow.timing()))
                .forEach(workflow -> baton.put(compiler.workflow(standIns.of(workflow), Origin.API)));
    }

    private static Set<String> names(Subject subject) {
        Set<String> names = new LinkedHashSet<>();
        subject.jobs().forEach(job -> names.add(job.name()));
        for (WorkflowSpec workflow : subject.workflows()) {
            names.add(workflow.name());
            workflow.steps().forEach(step -> names.add(workflow.name() + "/" + step.name()));
        }
        return names;
    }

    // ---- what happens

    /** Moves time on, as long as that is no endless task. */
    private static final class Clockwork {

        private final VirtualTime time;
        private int events;

        Clockwork(VirtualTime time) {
            this.time = time;
        }

        void runUntil(Instant end) {
            boolean more = true;
            while (more) {
                more = step(end);
            }
            time.advanceTo(end);
        }

        /** Goes on while something is active and still has something to wait for. */
        void finish(Baton baton, Instant latest) {
            boolean goesOn = true;
            while (goesOn && !baton.activeExecutions().isEmpty()) {
                for (int i = 0; goesOn && i < EVENTS_BETWEEN_LOOKS; i++) {
                    goesOn = step(latest);
                }
            }
        }

        private boolean step(Instant end) {
            if (++events > MOST_EVENTS) {
                throw SimulationTooLargeException.events(time.now());
            }
            return time.step(end);
        }
    }

    // ---- what came of it

    private static List<SimulatedExecution> executions(Subject subject, Baton baton) {
        List<Execution> all = new ArrayList<>(baton.activeExecutions());
        for (String name : executedNames(subject)) {
            all.addAll(baton.pastExecutions(name));
        }
        return all.stream()
                .sorted(Comparator.comparing(Execution::started).thenComparing(Execution::id))
                .map(execution -> SimulatedExecution.of(execution, within(execution, baton)))
                .toList();
    }

    private static Set<String> executedNames(Subject subject) {
        Set<String> names = new LinkedHashSet<>();
        for (JobSpec job : subject.jobs()) {
            names.add(job.name());
            if (job.work() instanceof FanoutWork) {
                names.add(Fanout.itemsOf(job.name()));
            }
        }
        for (WorkflowSpec workflow : subject.workflows()) {
            names.add(workflow.name());
            for (StepSpec step : workflow.steps()) {
                if (step.work() instanceof FanoutWork) {
                    names.add(Fanout.itemsOf(workflow.name() + "/" + step.name()));
                }
            }
        }
        return names;
    }

    private static @Nullable String within(Execution execution, Baton baton) {
        return execution
                .parentRun()
                .map(run -> baton.execution(run.execution())
                        .runs()
                        .get(run.number())
                        .job())
                .orElse(null);
    }
}
