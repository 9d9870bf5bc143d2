package dev.baton.server;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.server.compile.Compiler;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.StorageSettings;
import dev.baton.server.resolve.Origin;
import dev.baton.server.simulate.Assumption;
import dev.baton.server.simulate.Assumption.On;
import dev.baton.server.simulate.Assumption.Outcome;
import dev.baton.server.simulate.Simulation;
import dev.baton.server.simulate.Simulation.SimulatedExecution;
import dev.baton.server.simulate.Simulator;
import dev.baton.server.simulate.Subject;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.WorkflowSpec;
import dev.baton.test.BatonTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Days of a file with every kind, and in the long form a whole month, simulated, and run by the engine on a store with the server's own windows, waits,
 * conditions and approvals: both must come to the same.
 */
@Tag("ci")
class MonthTest {

    private static final int FEWEST_A_DAY = 64;
    private static final int ITEMS_OF_THE_FILE = 5;
    private static final int MOST_SHOWN = 20;

    @TempDir
    Path folder;

    private Configuration month;

    /** What an execution came to; the order among those of one moment says nothing. */
    private record Came(
            String name,
            Trigger trigger,
            Instant scheduled,
            Instant started,
            @Nullable Instant finished,
            ExecutionStatus status,
            List<CameRun> runs)
            implements Comparable<Came> {

        private static final Comparator<Came> ORDER =
                Comparator.comparing(Came::started).thenComparing(Came::name).thenComparing(Came::scheduled);

        @Override
        public int compareTo(Came other) {
            return ORDER.compare(this, other);
        }
    }

    private record CameRun(
            String job,
            RunStatus status,
            int attempt,
            @Nullable Instant started,
            @Nullable Instant finished) {}

    /** The file without jobs whose last fire is over, which nobody can register any more. */
    private Configuration read(String over) throws IOException {
        Path targets = folder.resolve("targets.txt");
        Files.writeString(targets, "target\n".repeat(ITEMS_OF_THE_FILE));
        try (InputStream file = Objects.requireNonNull(MonthTest.class.getResourceAsStream("month.toml"))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("TARGETS", targets.toString())
                    .replaceAll("\\[\\[jobs]]\nid +?= \"(" + over + ")\"\n(.+\n)+", "");
            return new ConfigLoader(Map.of(), Set.of())
                    .parse("month.toml", text)
                    .orThrow();
        }
    }

    // ---- what is assumed of the month

    private static List<Assumption> assumptions() {
        return List.of(
                takes("extract-orders", Duration.ofMinutes(12)),
                fails("extract-orders", onDays(DayOfWeek.TUESDAY)),
                takes("extract-customers", Duration.ofMinutes(7)),
                fails("extract-customers", onDates("2026-03-05", "2026-03-19")),
                skips("ping", onDays(DayOfWeek.FRIDAY)),
                takes("sweep", Duration.ofMinutes(90)),
                takes("overlap-skip", Duration.ofMinutes(50)),
                takes("overlap-queue", Duration.ofMinutes(27)),
                takes("overlap-replace", Duration.ofMinutes(41)),
                takes("overlap-allow", Duration.ofMinutes(55)),
                takes("slow-a", Duration.ofMinutes(10)),
                takes("slow-b", Duration.ofMinutes(20)),
                takes("slow-c", Duration.ofMinutes(30)),
                takes("paced", Duration.ofSeconds(5)),
                takes("too-slow", Duration.ofHours(1)),
                fails("gives-up", null),
                takes("gives-up", Duration.ofMinutes(3)),
                takes("scan", Duration.ofMinutes(4)),
                new Assumption("scan-file", null, Duration.ofMinutes(2), ITEMS_OF_THE_FILE, null),
                fails("scan-all-fail", null),
                takes("nightly/extract", Duration.ofMinutes(30)),
                fails("nightly/extract", onDates("2026-03-11")),
                takes("nightly/clean", Duration.ofMinutes(20)),
                fails("nightly/clean", onDays(DayOfWeek.SATURDAY)),
                takes("nightly/load", Duration.ofMinutes(40)),
                takes("release/ask", Duration.ofHours(5)),
                fails("release/ask", onDates("2026-03-17")),
                takes("outer/prepare", Duration.ofMinutes(1)),
                takes("inner/a", Duration.ofMinutes(2)),
                fails("inner/b", onDays(DayOfWeek.MONDAY, DayOfWeek.WEDNESDAY)),
                takes("any-of/left", Duration.ofMinutes(3)),
                takes("any-of/right", Duration.ofMinutes(1)),
                fails("any-of/right", onDays(DayOfWeek.THURSDAY)),
                fails("maybe", onDays(DayOfWeek.SUNDAY)),
                skips("branch/look", onDays(DayOfWeek.TUESDAY)),
                takes("fan/each", Duration.ofMinutes(6)),
                takes("bounded-time/one", Duration.ofMinutes(15)),
                takes("bounded-time/two", Duration.ofMinutes(15)),
                takes("bounded-time/last", Duration.ofMinutes(2)),
                takes("one-at-a-time/long", Duration.ofMinutes(22)),
                takes("one-at-a-time/short", Duration.ofMinutes(1)),
                fails("stops-at-once/fails", onDays(DayOfWeek.WEDNESDAY)),
                takes("stops-at-once/fails", Duration.ofMinutes(2)),
                takes("stops-at-once/beside", Duration.ofMinutes(9)),
                fails("told/work", onDates("2026-03-08", "2026-03-09")));
    }

    private static Assumption takes(String job, Duration duration) {
        return new Assumption(job, null, duration, null, null);
    }

    private static Assumption fails(String job, @Nullable On on) {
        return new Assumption(job, Outcome.FAILURE, null, null, on);
    }

    private static Assumption skips(String job, On on) {
        return new Assumption(job, Outcome.SKIPPED, null, null, on);
    }

    private static On onDays(DayOfWeek... days) {
        return new On(List.of(days), null, null);
    }

    private static On onDates(String... dates) {
        return new On(null, Stream.of(dates).map(LocalDate::parse).toList(), null);
    }

    private static boolean fits(Assumption assumption, String job, LocalDate date) {
        boolean isAbout = assumption.job().equals(job) || job.endsWith("/" + assumption.job());
        On on = assumption.on();
        return isAbout
                && (on == null
                        || (on.weekdays() != null && on.weekdays().contains(date.getDayOfWeek()))
                        || (on.dates() != null && on.dates().contains(date)));
    }

    /** The same in the words of the test kit, for the runs of one day. */
    private static dev.baton.test.Assumption expected(String job, LocalDate date) {
        Outcome outcome = Outcome.SUCCESS;
        Duration duration = Duration.ZERO;
        for (Assumption assumption : assumptions()) {
            if (fits(assumption, job, date)) {
                outcome = assumption.outcome() == null ? outcome : assumption.outcome();
                duration = assumption.duration() == null ? duration : assumption.duration();
            }
        }
        dev.baton.test.Assumption ends = switch (outcome) {
            case SUCCESS -> dev.baton.test.Assumption.succeeds();
            case FAILURE -> dev.baton.test.Assumption.fails();
            case SKIPPED -> dev.baton.test.Assumption.skips("nothing to do");
        };
        return ends.taking(duration);
    }

    // ---- the test

    @Test
    @Tag("long")
    void a_simulated_month_is_the_month_that_comes() throws IOException {
        month = read("");
        comesAsSimulated(LocalDate.parse("2026-03-01"), LocalDate.parse("2026-04-01"));
    }

    /** A week with a job that fires once and one that begins, and the end of the month with a change of the clocks. */
    @ParameterizedTest
    @CsvSource({"2026-03-08, 2026-03-15, ''", "2026-03-28, 2026-04-01, bounded|once"})
    void simulated_days_are_the_days_that_come(LocalDate first, LocalDate end, String over) throws IOException {
        month = read(over);
        comesAsSimulated(first, end);
    }

    private void comesAsSimulated(LocalDate first, LocalDate end) throws IOException {
        Simulation simulation =
                new Simulator().simulate(Subject.of(month, ZoneOffset.UTC), start(first), start(end), assumptions());

        List<Came> simulated =
                simulation.executions().stream().map(MonthTest::came).sorted().toList();
        List<Came> real = really(first, end);

        assertThat(simulated).hasSizeGreaterThan(FEWEST_A_DAY * (int) DAYS.between(first, end));
        assertThat(without(simulated, real)).as("only simulated").isEmpty();
        assertThat(without(real, simulated)).as("only real").isEmpty();
        assertThat(simulated).hasSameSizeAs(real);
    }

    private static List<Came> without(List<Came> some, List<Came> others) {
        Set<Came> known = Set.copyOf(others);
        return some.stream()
                .filter(one -> !known.contains(one))
                .limit(MOST_SHOWN)
                .toList();
    }

    private static Came came(SimulatedExecution execution) {
        return new Came(
                execution.name(),
                execution.trigger(),
                execution.scheduled(),
                execution.started(),
                execution.finished(),
                execution.status(),
                execution.runs().stream()
                        .map(run -> new CameRun(run.job(), run.status(), run.attempt(), run.started(), run.finished()))
                        .toList());
    }

    private static Came came(Execution execution) {
        return new Came(
                execution.name(),
                execution.trigger(),
                execution.scheduledTime(),
                execution.started(),
                execution.finished().orElse(null),
                execution.status(),
                execution.runs().stream()
                        .map(run -> new CameRun(
                                run.job(),
                                run.status(),
                                run.attempt(),
                                run.started().orElse(null),
                                run.finished().orElse(null)))
                        .toList());
    }

    // ---- the month as it comes

    private List<Came> really(LocalDate first, LocalDate end) throws IOException {
        StorageSettings settings = new StorageSettings(
                new StorageSettings.Database("jdbc:sqlite:" + folder.resolve("month.db"), null, null),
                month.storage().poolSize(),
                month.storage().lease(),
                month.storage().retention());
        Approver approver = new Approver();
        try (Storage storage = Storage.open(settings, month.worker().limits().maxLogBytes());
                BatonTest baton = BatonTest.startingAt(
                        start(first).minusSeconds(1).toString(), builder -> engine(builder, storage, approver));
                ServerParts parts = new ServerParts(storage, baton.baton(), baton.clock(), new OnTheSpot())) {
            approver.of(baton);
            Compiler compiler = new Compiler(parts.with(month));
            register(baton, compiler, false);
            baton.advanceTo(start(first).toString());
            register(baton, compiler, true);
            for (LocalDate day = first; day.isBefore(end); day = day.plusDays(1)) {
                assume(baton, day);
                baton.advanceTo(start(day.plusDays(1)).minusMillis(1).toString());
            }
            return executions(baton);
        }
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private Baton.Builder engine(Baton.Builder builder, Storage storage, Listener listener) {
        Baton.Builder engine = builder.store(storage.store())
                .lease(Duration.ofDays(365))
                .labels("kind.shell", "kind.http", "kind.claude", "kind.java", "handler.resize")
                .retention(Retention.count(Integer.MAX_VALUE).withTotal(Integer.MAX_VALUE))
                .listen(listener);
        for (Map.Entry<String, Limit> queue : month.named().queues().entrySet()) {
            engine = engine.limit(queue.getKey(), queue.getValue());
        }
        return engine;
    }

    /** The simulation counts intervals from the beginning of its range, so they are registered then. */
    private void register(BatonTest baton, Compiler compiler, boolean intervals) {
        for (JobSpec job : month.definitions().jobs()) {
            if (String.valueOf(job.timing().clock().schedule()).startsWith("@every") == intervals) {
                baton.add(compiler.job(job, Origin.CONFIGURATION));
                if (job.timing().paused()) {
                    baton.baton().pause(job.name());
                }
            }
        }
        for (WorkflowSpec workflow :
                intervals ? List.<WorkflowSpec>of() : month.definitions().workflows()) {
            baton.add(compiler.workflow(workflow, Origin.CONFIGURATION));
        }
    }

    private void assume(BatonTest baton, LocalDate day) {
        names().forEach(name -> baton.assume(name, expected(name, day)));
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        month.definitions().jobs().forEach(job -> names.add(job.name()));
        names.addAll(List.of("scan/reducer", "scan-file/reducer", "scan-all-fail/reducer"));
        for (WorkflowSpec workflow : month.definitions().workflows()) {
            workflow.steps().forEach(step -> names.add(workflow.name() + "/" + step.name()));
        }
        return names;
    }

    private List<Came> executions(BatonTest baton) {
        List<Execution> all = new ArrayList<>(baton.baton().activeExecutions());
        month.definitions().jobs().forEach(job -> {
            all.addAll(baton.baton().pastExecutions(job.name()));
            job.work()
                    .namesOfChildren(job.name())
                    .forEach(name -> all.addAll(baton.baton().pastExecutions(name)));
        });
        for (WorkflowSpec workflow : month.definitions().workflows()) {
            all.addAll(baton.baton().pastExecutions(workflow.name()));
            workflow.steps()
                    .forEach(step -> step.work()
                            .namesOfChildren(workflow.name() + "/" + step.name())
                            .forEach(name -> all.addAll(baton.baton().pastExecutions(name))));
        }
        return all.stream().map(MonthTest::came).sorted().toList();
    }

    /** Answers approvals after the time that is assumed, as is assumed. */
    private static final class Approver implements Listener {

        private @Nullable BatonTest baton;

        void of(BatonTest answered) {
            baton = answered;
        }

        @Override
        public void runStarted(RunEvent event) {
            if (event.job().equals("release/ask")) {
                BatonTest asked = Objects.requireNonNull(baton);
                LocalDate date = LocalDate.ofInstant(event.at(), ZoneOffset.UTC);
                boolean rejected = assumptions().stream()
                        .anyMatch(one -> one.outcome() == Outcome.FAILURE && fits(one, event.job(), date));
                asked.clock().after(Duration.ofHours(5), () -> {
                    Execution execution = asked.baton().execution(event.run().execution());
                    if (rejected) {
                        execution.reject("ask", "not today");
                    } else {
                        execution.approve("ask", "go");
                    }
                });
            }
        }
    }

    /** Runs everything on the thread that asks for it, as the fake clock needs it. */
    private static final class OnTheSpot extends AbstractExecutorService implements ExecutorService {

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return true;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
