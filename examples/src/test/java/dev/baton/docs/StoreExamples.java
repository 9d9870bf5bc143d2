package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Interceptor;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.SkipSignal;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.graph.Effects;
import dev.baton.graph.IntList;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.graph.Progress;
import dev.baton.jdbc.Dialect;
import dev.baton.jdbc.FileIdentity;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryEnds;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryPage;
import dev.baton.jdbc.HistoryQueue;
import dev.baton.jdbc.HistoryRange;
import dev.baton.jdbc.HistoryRun;
import dev.baton.jdbc.HistoryRuns;
import dev.baton.jdbc.JdbcTransaction;
import dev.baton.jdbc.Migrations;
import dev.baton.jdbc.SqlAction;
import dev.baton.jdbc.StoreClosedException;
import dev.baton.jdbc.StoreException;
import dev.baton.jdbc.Stores;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.RunPage;
import dev.baton.spi.RunRecord;
import dev.baton.spi.ScheduleRecord;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import dev.baton.test.StoreUnderTest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The examples in the Javadoc of stores, histories, plans and the test kit. {@link DocsTest} compares the two. */
@SuppressWarnings({"unused", "resource", "SystemOut", "TimeZoneUsage", "JavaTimeDefaultTimeZone"})
abstract class StoreExamples {

    abstract void publish();

    abstract void markShipped(Connection connection);

    Interceptor skips() {
        Interceptor logged = call -> {
            try {
                return call.proceed();
            } catch (SkipSignal skipped) {
                throw skipped;
            } catch (Exception e) {
                call.context().log().error("it failed", e);
                throw e;
            }
        };
        return logged;
    }

    Workflow workflows() {
        Workflow etl = Workflow.define("etl", w -> {
            w.cron("0 2 * * *").timeout(Duration.ofHours(1));
            Step<Integer> extract = w.call("extract", context -> 42);
            w.run("load", context -> publish()).after(extract);
        });
        return etl;
    }

    void executions(Store store, UUID id) {
        ExecutionRecord record = store.look(id).orElseThrow();
        System.out.println(record.name() + " is " + record.state().status());
    }

    void fenced(Store store) {
        try {
            store.beat();
        } catch (FencedException declaredDead) {
            System.out.println("other nodes own the executions of this one by now");
        }
    }

    void hidden(Submission submission) {
        Submission traced = HiddenParameters.carry(submission, Map.of("traceparent", "00-4bf9…-01"));
        Map<String, Object> visible = HiddenParameters.visible(traced.parameters()); // without it
    }

    void pages(Store store, UUID id, int steps) {
        for (int from = 0; from < steps; ) {
            RunPage page = store.runs(id, from, steps, 1_000_000);
            page.runs()
                    .forEach(run ->
                            System.out.println(run.job() + " is " + run.state().status()));
            from = page.next();
        }
    }

    void run_records(RunRecord run) {
        Duration took = Duration.between(
                Time.toInstant(run.times().started()),
                Time.toInstant(run.times().finished()));
    }

    void schedule_records(Store store) {
        ScheduleRecord kept = store.schedule("tenant-7").orElseThrow();
        System.out.println(kept.start().job() + " at " + kept.times().schedule());
    }

    void schedule_stores(ScheduleStore store) {
        long seen = 0;
        for (ScheduleRecord changed : store.schedules(seen)) {
            seen = Math.max(seen, changed.version());
        }
    }

    void stores(DataSource dataSource) {
        Store store = Stores.postgres(dataSource);
        Baton baton = Baton.on(store).start(); // opens the store, and closes it when it is closed
    }

    void unavailable(Store store) {
        try {
            System.out.println(store.active().size() + " executions are active");
        } catch (StoreUnavailableException away) {
            System.out.println("the database is away: try again");
        }
    }

    void times(Time time) {
        Time.Timer reminder = time.after(Duration.ofMinutes(5), () -> System.out.println("five minutes later"));
        reminder.cancel();
    }

    void workers(Worker.Factory own) {
        Baton baton = Baton.builder().worker(own).build(); // bodies run where your worker runs them
    }

    Plan plans() {
        PlanBuilder builder = new PlanBuilder();
        int extract = builder.step("extract");
        int load = builder.step("load");
        builder.edge(extract, load, Condition.mask(Condition.SUCCESS));
        Plan plan = builder.build();
        return plan;
    }

    void progress(Plan plan) {
        Progress progress = new Progress(plan);
        Effects effects = new Effects();
        progress.start(effects);
        int first = effects.ready().get(0);
        progress.finish(first, RunStatus.SUCCESS, effects);
    }

    void effects(Progress progress, Plan plan) {
        Effects effects = new Effects();
        progress.start(effects);
        for (int step : effects.ready().toArray()) {
            System.out.println(plan.name(step) + " can run");
        }
    }

    void ints() {
        IntList steps = new IntList();
        steps.add(3);
        steps.clear(); // keeps its room for the next call
    }

    Class<?> extensions() {
        @ExtendWith(BatonExtension.class)
        class ReportTest {

            @Test
            void the_report_runs_every_night(BatonTest test) {
                test.baton().add(Job.named("report").cron("0 2 * * *").run(context -> {}));
                test.clock().advance(Duration.ofDays(7));
                assertThat(test.lastExecution("report")).succeeded();
            }
        }
        return ReportTest.class;
    }

    void under_test() {
        Baton baton = StoreUnderTest.builder().build(); // with -Dbaton.test.store=… on that store
    }

    void dialects() {
        System.out.println(Stores.ddl(Dialect.POSTGRES)); // for those who make their tables by hand
    }

    void identities(Path file) {
        FileIdentity identity = new FileIdentity(file);
        identity.check(); // throws once the file was removed or replaced
    }

    void ends(History history, Instant midnight) {
        for (HistoryEnds ends : history.endsByMinute(HistoryRange.since(midnight))) {
            System.out.println(ends.minute() + ": " + ends.count() + " " + ends.status());
        }
    }

    void history(History history) {
        HistoryExecutions failed =
                HistoryExecutions.newest(50).named(Set.of("report")).in(Set.of(ExecutionStatus.FAILURE));
        List<ExecutionRecord> rows = history.executions(failed).rows();
    }

    void history_pages(History history, HistoryExecutions wanted) {
        HistoryPage<ExecutionRecord> page = history.executions(wanted);
        while (page.hasMore()) {
            page = history.executions(
                    wanted.after(page.rows().get(page.rows().size() - 1).id()));
        }
    }

    void queues(History history) {
        for (HistoryQueue queue : history.unowned(Instant.now())) {
            System.out.println(queue.waiting() + " wait in " + queue.name() + " since " + queue.since());
        }
    }

    void ranges(Instant monday, Instant tuesday) {
        HistoryRange day = new HistoryRange(monday, tuesday);
        HistoryExecutions created = HistoryExecutions.newest(100).created(day);
    }

    void history_run(History history) {
        for (HistoryRun run :
                history.runs(HistoryRuns.newest(20).ofJob("etl/load")).rows()) {
            System.out.println(run.id() + " " + run.status() + " " + run.error());
        }
    }

    void history_runs(History history) {
        HistoryRuns failed = HistoryRuns.newest(20).ofJob("etl/load").in(Set.of(RunStatus.FAILURE));
        HistoryPage<HistoryRun> page = history.runs(failed);
    }

    void transactions() {
        Job ship = Job.named("ship").run(context -> {
            if (context.transaction() instanceof JdbcTransaction transaction) {
                transaction.run(connection -> markShipped(connection));
            }
        });
    }

    void actions(JdbcTransaction transaction) throws SQLException {
        SqlAction ship = connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE orders SET shipped = true WHERE number = 7");
            }
        };
        transaction.run(ship);
    }

    void migrations(Connection connection) throws SQLException {
        Migrations billing =
                Migrations.of("billing", getClass(), 2); // billing-1.sql and billing-2.sql beside the class
        billing.apply(connection);
    }

    void closed(Execution execution) {
        try {
            execution.hold();
        } catch (StoreClosedException stopping) {
            System.out.println("the program is stopping");
        }
    }

    void refused(Path file) {
        try {
            Baton.on(Stores.sqlite(file)).start();
        } catch (StoreException refused) {
            System.out.println(refused.getMessage()); // such as: a newer Baton made these tables
        }
    }
}
