package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.jdbc.Stores;
import dev.baton.policy.Retry;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the README, compiled and run. */
@ExtendWith(BatonExtension.class)
class ReadmeTest {

    private record Rows(int count) {
        Rows clean() {
            return new Rows(count - 1);
        }
    }

    private interface Source {
        Rows read(Instant day);
    }

    private interface Schema {
        void check();
    }

    private interface Warehouse {
        void write(Rows rows);
    }

    private interface Pager {
        void call(String reason);
    }

    private interface Temp {
        void delete();
    }

    private final List<String> done = new ArrayList<>();
    private final Source source = day -> new Rows(42);
    private final Schema schema = () -> done.add("checked");
    private final Warehouse warehouse = rows -> done.add("wrote " + rows.count());
    private final Pager pager = done::add;
    private final Temp temp = () -> done.add("deleted");

    Workflow etl = Workflow.define("etl", w -> {
        w.cron("0 2 * * *").zone("Europe/Berlin").timeout(Duration.ofHours(2));

        Step<Rows> extract = w.call("extract", context -> source.read(context.scheduledTime()));
        Step<Void> validate = w.run("validate", context -> schema.check());
        Step<Rows> clean = w.call("clean", context -> context.output(extract).clean())
                .after(extract, validate)
                .retry(Retry.exponential(3, Duration.ofSeconds(10)));
        Step<Void> load =
                w.run("load", context -> warehouse.write(context.output(clean))).after(clean);

        w.run("alert", context -> pager.call(context.reason()))
                .after(clean.failed(), load.failed())
                .join(Join.any());
        w.finalRun("cleanup", context -> temp.delete());
    });

    private void report(Instant day) {
        done.add("report of " + day);
    }

    private void awaitShutdown() {
        done.add("running");
    }

    @Test
    void the_first_job() {
        try (Baton baton = Baton.inMemory()) {
            baton.add(Job.named("report").cron("0 2 * * *").run(context -> report(context.scheduledTime())));
            baton.start();
            awaitShutdown();
        }
        assertThat(done).containsExactly("running");
    }

    @Test
    void the_first_job_that_survives(@TempDir Path folder) {
        Path path = folder.resolve("baton.db");
        Baton baton = Baton.on(Stores.sqlite(path));
        baton.close();
        assertThat(path).exists();
    }

    @Test
    void the_first_workflow() throws InterruptedException {
        try (Baton baton = Baton.inMemory().start()) {
            baton.add(etl);
            Execution execution = baton.trigger(etl, Map.of("day", "2026-11-15"));
            execution.await(Duration.ofMinutes(5));
            execution.status(); // SUCCESS
            execution.run("load").duration(); // how long it took
            execution.explain("alert").text(); // alert was skipped: clean succeeded, load succeeded. …
            assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            assertThat(execution.explain("alert").text())
                    .startsWith("alert was skipped: clean succeeded, load succeeded.");
        }
        assertThat(done).containsExactly("checked", "wrote 41", "deleted");
    }

    @Test
    void alert_runs_when_cleaning_fails(BatonTest baton) {
        baton.add(etl).failing("etl/clean");
        baton.advanceTo("2026-11-15T02:01:00+01:00");
        assertThat(baton.lastExecution(etl)).failed().ran("alert", "cleanup").skipped("load");
    }
}
