package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Calendar;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Explanation;
import dev.baton.Extension;
import dev.baton.Interceptor;
import dev.baton.Job;
import dev.baton.Listener;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.error.NotPossibleException;
import dev.baton.policy.CircuitBreaker;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Java of the guide, compiled and run. */
@ExtendWith(BatonExtension.class)
class GuideTest {

    private interface Files {
        void deleteOlderThan(Duration age);
    }

    private interface Transactions {
        Object within(Callable<Object> work) throws Exception;
    }

    private interface Bank {
        void transfer();
    }

    private interface Counter {
        void increment(String job, RunStatus status);
    }

    private record Page(String text) {}

    private record Batch(int size) {}

    private interface Renderer {
        Page render();
    }

    private interface Linter {
        void check(Page page);
    }

    private interface Site {
        void upload(Page page);
    }

    private interface Mail {
        void send(String text);
    }

    private interface Model {
        void fit();
    }

    private interface Importer {
        Batch run();
    }

    private interface Indexer {
        void index(Batch batch);
    }

    private interface Cleaner {
        String clean(String file);
    }

    private interface Reporter {
        void write(List<Run> runs);
    }

    private interface Source {
        List<String> files();

        void close();
    }

    private final List<String> done = new ArrayList<>();
    private final List<String> tables = List.of("orders", "customers", "rates");
    private final Files files = age -> done.add("deleted");
    private final Transactions transactions = Callable::call;
    private final Bank bank = () -> done.add("transferred");
    private final Counter counter = (job, status) -> done.add(job + " " + status);
    private final Renderer renderer = () -> new Page("hello");
    private final Linter linter = page -> done.add("checked " + page.text());
    private final Site site = page -> done.add("uploaded " + page.text());
    private final Mail mail = done::add;
    private final Model model = () -> done.add("fitted");
    private final Importer importer = () -> new Batch(3);
    private final Cleaner cleaner = file -> {
        done.add("cleaned " + file);
        return file;
    };
    private final Reporter reporter = runs -> done.add("reported " + runs.size());
    private final Source source = new Source() {
        @Override
        public List<String> files() {
            return List.of("a", "b");
        }

        @Override
        public void close() {
            done.add("closed");
        }
    };
    private final Indexer indexer = batch -> done.add("indexed " + batch.size());

    @Test
    void schedules() {
        Job.Builder report = Job.named("report").cron("0 2 * * *").zone("Europe/Berlin");
        Job.Builder poll = Job.named("poll").every(Duration.ofSeconds(90));
        Job.Builder launch = Job.named("launch").at(Instant.parse("2026-12-24T17:00:00Z"));
        assertThat(List.of(report, poll, launch)).hasSize(3);

        Instant now = Instant.parse("2026-11-15T00:00:00Z");
        Schedule schedule = Schedule.parse("30 14 * * MON-FRI");
        schedule.describe(); // at 14:30, Monday to Friday
        schedule.next(now); // the next instant, if there is one
        schedule.next(now, 5); // the next five
        schedule.previous(now); // the last one before now
        schedule.between(now, now.plus(Duration.ofDays(7))); // all of a week, both ends excluded
        schedule.count(now, now.plus(Duration.ofDays(7))); // how many that are
        schedule.matches(now); // whether now is one of them
        schedule.warnings(); // what is allowed but rarely meant
        assertThat(schedule.describe()).isEqualTo("at 14:30, Monday to Friday");
        assertThat(schedule.count(now, now.plus(Duration.ofDays(7)))).isEqualTo(5);

        Job.named("report").cron("0 2 * * *").missedFires(MissedFires.runOnce().withGrace(Duration.ofHours(6)));

        Job.named("sync")
                .cron("0 * * * *")
                .jitter(Duration.ofMinutes(5)) // each fire up to five minutes later
                .from(Instant.parse("2026-12-01T00:00:00Z")) // not before
                .until(Instant.parse("2027-01-01T00:00:00Z")) // not at or after
                .except(Calendar.of("holidays", LocalDate.of(2026, 12, 25))) // not on these dates
                .runImmediately(); // once at the start as well
    }

    private void copyTable(String table) throws IOException {
        done.add("copied " + table);
        if (table.equals("customers") && done.size() == 2) {
            throw new IOException("connection reset");
        }
    }

    @Test
    void jobs(BatonTest test) {
        Job cleanup = Job.named("cleanup")
                .cron("@daily")
                .retry(Retry.exponential(3, Duration.ofSeconds(10)))
                .timeout(Duration.ofMinutes(5))
                .run(context -> files.deleteOlderThan(Duration.ofDays(30)));

        Job copy = Job.named("copy")
                .retry(Retry.fixed(5, Duration.ofMinutes(1)))
                .run(context -> {
                    int done = context.checkpoint()
                            .map(bytes -> ByteBuffer.wrap(bytes).getInt())
                            .orElse(0);
                    for (int i = done; i < tables.size() && !context.isCancelled(); i++) {
                        copyTable(tables.get(i));
                        context.checkpoint(ByteBuffer.allocate(4).putInt(i + 1).array());
                        context.progress((i + 1.0) / tables.size(), tables.get(i));
                    }
                });

        Interceptor inTransaction = call -> transactions.within(call::proceed);
        Job transfer = Job.named("transfer")
                .intercept(inTransaction)
                .intercept(CircuitBreaker.after(5, Duration.ofMinutes(10)))
                .run(context -> bank.transfer());

        test.add(copy).add(cleanup).add(transfer);
        Execution copied = test.trigger("copy");
        test.advance(Duration.ofMinutes(1));
        assertThat(copied).succeeded().hadAttempts("copy", 2);
        assertThat(test.trigger("transfer")).succeeded();
        assertThat(test.trigger("cleanup")).succeeded();
        assertThat(done)
                .containsExactly(
                        "copied orders",
                        "copied customers",
                        "copied customers",
                        "copied rates",
                        "transferred",
                        "deleted");
    }

    @Test
    void queues_and_limits(BatonTest test) throws InterruptedException {
        Job send = Job.named("send")
                .queue("mail")
                .limit(Limit.concurrency(5).withRate(100, Duration.ofMinutes(1)))
                .run(context -> mail.send("hello"));
        Job train = Job.named("train").labels("gpu").run(context -> model.fit());

        Baton baton = Baton.builder()
                .queues("default", "mail") // runs nothing of other queues
                .labels("gpu") // has what jobs with this label ask for
                .limit("mail", Limit.concurrency(20)) // all jobs of the queue together
                .build();
        baton.add(send).add(train).start();
        baton.trigger("send").await(Duration.ofSeconds(10));
        baton.trigger("train").await(Duration.ofSeconds(10));
        baton.close();
        assertThat(done).containsExactly("hello", "fitted");

        test.add(send).add(train);
        List<Execution> many = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            many.add(test.trigger("send"));
        }
        test.settle();
        assertThat(done).hasSize(102);
        assertThat(many.get(149).run("send").reason())
                .isEqualTo("waits for its turn: job send is limited to 5 at a time and 100 in 60.0 s");
        test.advance(Duration.ofMinutes(1));
        assertThat(done).hasSize(152);
        Execution waiting = test.trigger("train");
        assertThat(waiting.run("train").reason()).isEqualTo("waits for a worker that serves queue default and has gpu");
    }

    @Test
    void submissions(BatonTest test) throws InterruptedException {
        for (String name : List.of("ship", "invoice", "remind", "apologise", "pick", "pack")) {
            test.add(Job.named(name).run(context -> done.add(name)));
        }
        Baton baton = test.baton();
        Instant inTwoWeeks = test.clock().now().plus(Duration.ofDays(14));

        Execution shipment =
                baton.submit(Submission.of("ship").parameter("order", 42).key("ship-42")); // sent twice, it starts once
        baton.submit(Submission.of("invoice").after(shipment)); // when all of that has succeeded
        baton.submit(Submission.of("apologise").after(shipment, Condition.FAILURE));
        baton.submit(Submission.of("remind").notBefore(inTwoWeeks));
        assertThat(baton.submit(Submission.of("ship").parameter("order", 42).key("ship-42")))
                .isEqualTo(shipment);

        Submission pick = Submission.of("pick");
        Submission pack = Submission.of("pack").after(pick);
        List<Execution> both = baton.submit(List.of(pick, pack)); // both or neither

        test.advance(Duration.ofDays(13));
        assertThat(both.get(1)).succeeded();
        assertThat(done).containsExactlyInAnyOrder("ship", "invoice", "pick", "pack");
        test.advance(Duration.ofDays(2));
        assertThat(done).last().isEqualTo("remind");

        Submission unsent = Submission.of("pick");
        assertThatThrownBy(() -> baton.submit(Submission.of("pack").after(unsent)))
                .isInstanceOf(NotPossibleException.class);

        baton.submit(Submission.of("invoice").after(shipment.run("ship").id())); // one run of it
        test.settle();
        assertThat(done).last().isEqualTo("invoice");
    }

    @Test
    void listeners() {
        Listener metrics = new Listener() {
            @Override
            public void runFinished(RunEvent event) {
                counter.increment(event.job(), event.status());
            }
        };
        Baton baton = Baton.builder().listen(metrics).build();
        baton.close();
    }

    private void load(String day) {
        done.add("loaded " + day);
    }

    @Test
    void workflows(BatonTest test) throws InterruptedException {
        Baton baton = test.baton();
        Workflow publish = Workflow.define("publish", w -> {
            Step<Page> render = w.call("render", context -> renderer.render());
            Step<Void> check = w.run("check", context -> linter.check(context.output(render)))
                    .after(render);
            w.run("upload", context -> site.upload(context.output(render))).after(check);
            w.run("notify-author", context -> mail.send(context.reason())).after(check.failed());
        });
        Workflow daily = Workflow.define("daily", w -> {
            w.parameter("day", "yesterday");
            w.run("load", context -> load(context.parameter("day", String.class)))
                    .input("table", "orders");
        });
        test.add(publish).add(daily);
        test.trigger("daily", Map.of("day", "2026-11-15"));
        test.trigger("publish");

        baton.add(Job.named("import").call(context -> importer.run()));
        baton.add(Job.named("index").run(context -> indexer.index(context.output("import", Batch.class))));
        baton.add(Job.named("apologise").run(context -> mail.send(context.reason())));
        baton.addDependency("import", "index");
        baton.addDependency("import", "apologise", Condition.FAILURE);
        assertThat(test.trigger("import")).ran("index").skipped("apologise");
        assertThat(done).containsExactly("loaded 2026-11-15", "checked hello", "uploaded hello", "indexed 3");
    }

    @Test
    void extensions(BatonTest test) throws InterruptedException {
        Baton baton = test.baton();

        baton.add(Job.named("clean").call(context -> cleaner.clean(context.parameter("file", String.class))));
        baton.add(Job.named("report").run(context -> reporter.write(context.parents())));

        Workflow nightly = Workflow.define("nightly", w -> {
            w.run(
                    "find",
                    context -> context.extend(Extension.define(e -> {
                        Extension.AddedStep report = e.step("report", "report");
                        for (String file : source.files()) {
                            e.step("clean-" + file, "clean")
                                    .parameter("file", file)
                                    .allowFailure();
                            report.after("clean-" + file, Condition.COMPLETE);
                        }
                    })));
            w.finalRun("tidy", context -> source.close());
        });

        test.add(nightly);
        assertThat(test.trigger("nightly")).succeeded().ran("find", "clean-a", "clean-b", "report", "tidy");
        assertThat(done).containsExactly("cleaned a", "cleaned b", "reported 2", "closed");
    }

    @Test
    void operating(BatonTest test) throws InterruptedException {
        Baton baton = test.baton();
        test.add(Workflow.define("publish", w -> {
            w.run("check", context -> {
                throw new IOException("a broken link");
            });
            w.run("upload", context -> {}).after("check");
        }));
        try {
            Execution execution = baton.trigger("publish");
            execution.await(Duration.ofMinutes(10)); // waits for the end, or says why there is none yet
            execution.runs(); // every step: status, reason, attempt, times, output, error, log
            execution.cancel(); // ends what has not started, stops what runs, runs the final step
            execution.retry(); // runs again what failed and what was skipped because of it
            execution.mark("check", RunStatus.SUCCESS); // by hand
            execution.hold(); // starts nothing more …
            execution.release(); // … until here
            execution.explain("upload").text(); // why it is where it is, and what would move it
            assertThat(execution.await(Duration.ofMinutes(1))).succeeded();

            Explanation told = execution.explain("upload"); // or execution.explain(), of the execution as a whole
            told.text(); // the words on this page
            told.cause(); // RUNNING, RETRY, LIMIT, NO_WORKER, …
            assertThat(told.cause()).isEqualTo(Explanation.Cause.SUCCESS);
        } catch (NotPossibleException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void testing(BatonTest baton) {
        String rows = "rows";
        baton.add(Workflow.define("etl", w -> {
            Step<String> extract = w.call("extract", context -> "real rows");
            w.run("validate", context -> {});
            Step<Void> clean =
                    w.run("clean", context -> {}).after(extract).retry(Retry.fixed(3, Duration.ofSeconds(1)));
            w.run("load", context -> {}).after(clean);
            w.run("alert", context -> {}).after(clean.failed());
            w.finalRun("cleanup", context -> {});
        }));
        baton.failing("etl/clean"); // each attempt fails
        baton.taking("etl/extract", Duration.ofMinutes(20)); // the body is called, after that time
        baton.assume("etl/extract", Assumption.returns(rows)); // succeeds with this output
        baton.assume(
                "etl/load", Assumption.failsWith(new IOException("disk full")).times(2)); // and then succeeds
        baton.assume("etl/validate", Assumption.skips("nothing new"));
        baton.trigger("etl");
        baton.advance(Duration.ofMinutes(1));
        assertThat(baton.lastExecution("etl"))
                .failed()
                .ran("extract", "alert", "cleanup")
                .skipped("load")
                .has("load", RunStatus.SKIPPED, "clean failed")
                .hadAttempts("clean", 3);
    }
}
