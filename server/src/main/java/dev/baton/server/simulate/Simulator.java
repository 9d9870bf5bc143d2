package dev.baton.server.simulate;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.server.compile.Compiler;
import dev.baton.server.resolve.Origin;
import dev.baton.server.simulate.Simulation.SimulatedExecution;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulates which executions and runs would start in a range of time, without running anything: the real engine passes
 * through the range on a virtual clock, with assumed outcomes. The simulation assumes that the server has been running
 * since before the range, that there is a worker for every run that its queue lets start, and that conditions ({@code
 * when}) are true. Safe from any thread.
 *
 * <pre>{@code
 * Simulation simulation = new Simulator().simulate(subject, monday, tuesday, List.of(extractFails));
 * System.out.print(SimulationTable.of(simulation, zone));
 * }</pre>
 */
public final class Simulator {

    /** The longest range. */
    public static final Duration LONGEST_RANGE = Duration.ofDays(366);

    private static final int EVENTS_BETWEEN_LOOKS = 100;

    private final Function<String, Optional<Duration>> usual;
    private final SimulationLimits limits;

    /** A simulator in which attempts take no time unless an assumption sets one. */
    public Simulator() {
        this(job -> Optional.empty(), SimulationLimits.ofThisProcess());
    }

    /**
     * A simulator within limits.
     *
     * @param usual tells how long a job usually takes, by its full name
     * @param limits the work that one simulation may cost
     */
    public Simulator(Function<String, Optional<Duration>> usual, SimulationLimits limits) {
        this.usual = usual;
        this.limits = limits;
    }

    /**
     * Simulates a range of time.
     *
     * @param from its beginning, inclusive
     * @param to its end, exclusive; executions that have started by then are simulated to their end
     * @param assumed the assumptions; of several about one run, the last applies
     * @throws IllegalArgumentException if the range is empty or too long, or an assumption names a job that does not
     *     exist
     * @throws SimulationTooLargeException if it would cost more than the limits allow
     */
    public Simulation simulate(Subject subject, Instant from, Instant to, List<Assumption> assumed) {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "the range ends at " + to + ", which is not after its beginning " + from);
        }
        if (Duration.between(from, to).compareTo(LONGEST_RANGE) > 0) {
            throw new IllegalArgumentException(
                    "a simulation covers " + LONGEST_RANGE.toDays() + " days at most: choose a shorter range.");
        }
        Budget budget = new Budget(limits);
        budget.check(subject);
        Assumptions assumptions = new Assumptions(assumed, subject.zone(), usual);
        assumptions.check(names(subject));
        // Begins a second earlier, so that a fire at the very beginning is still in the future.
        VirtualTime time = new VirtualTime(from.minusSeconds(1), budget);
        Endings endings = new Endings(
                from, subject.workflows().stream().map(WorkflowSpec::name).collect(Collectors.toSet()));
        SimulatedParts parts = new SimulatedParts(time, assumptions, endings, subject.calendars(), budget);
        Baton.Builder settings = Baton.builder();
        for (Map.Entry<String, Limit> queue : subject.queues().entrySet()) {
            settings = settings.limit(queue.getKey(), queue.getValue());
        }
        try (Baton baton = settings.zone(subject.zone())
                .retention(Retention.count(Integer.MAX_VALUE).withTotal(Integer.MAX_VALUE))
                .listen(endings)
                .listen(budget)
                .on(time, VirtualWorker.on(time, assumptions, limits.runs()))
                .build()) {
            try {
                run(
                        new Stage(subject, new StandIns(subject, from, to), new Compiler(parts), baton, time, budget),
                        from,
                        to);
                return new Simulation(from, to, executions(subject, baton));
            } finally {
                // Otherwise, closing the engine would process everything that is left.
                time.stop();
            }
        }
    }

    /** The parts of one simulation. */
    private record Stage(
            Subject subject, StandIns standIns, Compiler compiler, Baton baton, VirtualTime time, Budget budget) {}

    private static void run(Stage stage, Instant from, Instant to) {
        register(stage);
        stage.time.advanceTo(from);
        registerIntervals(stage);
        stage.time.advanceTo(to);
        finish(stage, to.plus(LONGEST_RANGE));
    }

    // ---- what there is

    private static void register(Stage stage) {
        Baton baton = stage.baton;
        for (JobSpec job : stage.subject.jobs()) {
            stage.budget.slowEvent(stage.time.now());
            JobSpec standIn = stage.standIns.of(job);
            baton.add(stage.compiler.job(
                    StandIns.isInterval(job.timing()) ? StandIns.triggered(standIn) : standIn, Origin.CONFIGURATION));
        }
        for (WorkflowSpec workflow : stage.subject.workflows()) {
            stage.budget.slowEvent(stage.time.now());
            WorkflowSpec standIn = stage.standIns.of(workflow);
            baton.add(stage.compiler.workflow(
                    StandIns.isInterval(workflow.timing()) ? StandIns.triggered(standIn) : standIn,
                    Origin.CONFIGURATION));
        }
        for (Dependency dependency : stage.subject.dependencies()) {
            stage.budget.slowEvent(stage.time.now());
            baton.addDependency(
                    dependency.parent(),
                    dependency.child(),
                    dependency.conditions().toArray(Condition[]::new));
        }
        stage.subject.paused().forEach(baton::pause);
        baton.start();
    }

    /** Intervals are counted from the beginning of the range, not from a second before. */
    private static void registerIntervals(Stage stage) {
        for (JobSpec job : stage.subject.jobs()) {
            if (StandIns.isInterval(job.timing())) {
                stage.budget.slowEvent(stage.time.now());
                stage.baton.put(stage.compiler.job(stage.standIns.of(job), Origin.CONFIGURATION));
            }
        }
        for (WorkflowSpec workflow : stage.subject.workflows()) {
            if (StandIns.isInterval(workflow.timing())) {
                stage.budget.slowEvent(stage.time.now());
                stage.baton.put(stage.compiler.workflow(stage.standIns.of(workflow), Origin.CONFIGURATION));
            }
        }
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

    /** Continues while an execution is active and an event is due. */
    private static void finish(Stage stage, Instant latest) {
        boolean goesOn = true;
        while (goesOn && !stage.baton.activeExecutions().isEmpty()) {
            for (int i = 0; goesOn && i < EVENTS_BETWEEN_LOOKS; i++) {
                goesOn = stage.time.step(latest);
            }
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
            names.addAll(job.work().namesOfChildren(job.name()));
        }
        for (WorkflowSpec workflow : subject.workflows()) {
            names.add(workflow.name());
            for (StepSpec step : workflow.steps()) {
                names.addAll(step.work().namesOfChildren(workflow.name() + "/" + step.name()));
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
