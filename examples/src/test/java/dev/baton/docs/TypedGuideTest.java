package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Schedules;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.TypedJob;
import dev.baton.Workflow;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryPage;
import dev.baton.jdbc.Stores;
import dev.baton.micrometer.BatonMetrics;
import dev.baton.policy.MdcInterceptor;
import dev.baton.policy.Retry;
import dev.baton.spi.ExecutionRecord;
import dev.baton.test.Assumptions;
import dev.baton.test.FakeClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the guide about types, metrics and frameworks, compiled and run. */
class TypedGuideTest {

    record Charge(String customer, BigDecimal amount) {}

    record Receipt(String customer) {}

    record Report(String host) {}

    record Person(String name) {}

    private static final class Bank {

        Receipt charge(Charge order) {
            return new Receipt(order.customer());
        }
    }

    private final Bank bank = new Bank();
    private final BigDecimal amount = BigDecimal.TEN;

    @Test
    void a_job_takes_and_returns() throws InterruptedException {
        try (Baton baton = Baton.inMemory().start()) {
            TypedJob<Charge, Receipt> charge = Job.named("charge")
                    .takes(Charge.class)
                    .returns(Receipt.class)
                    .retry(Retry.exponential(5, Duration.ofSeconds(2)))
                    .call((context, order) -> bank.charge(order));
            baton.add(charge);

            Execution charged = baton.trigger(charge, new Charge("Ada", amount));
            Receipt receipt = charged.await(Duration.ofMinutes(1)).output(charge);

            assertThat(receipt).isEqualTo(new Receipt("Ada"));
            Execution urgent = baton.submit(
                    Submission.of(charge, new Charge("Ada", amount)).priority(10));
            assertThat(urgent.await(Duration.ofMinutes(1)).output(charge)).isEqualTo(new Receipt("Ada"));
        }
    }

    @Test
    void trigger_and_submit_have_the_same_options() {
        FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
        try (Baton baton = new Assumptions().on(clock, Baton.builder()).build()) {
            TypedJob<Charge, Receipt> charge = Job.named("charge")
                    .takes(Charge.class)
                    .returns(Receipt.class)
                    .call((context, order) -> bank.charge(order));
            baton.add(charge)
                    .add(Job.named("report")
                            .call(context -> context.parameters().size()))
                    .start();

            baton.trigger("report"); // now
            baton.trigger("report", Map.of("month", 5)); // now, with parameters
            baton.trigger(
                    "report",
                    with -> with.key("report-7")
                            .delay(Duration.ofMinutes(5))
                            .priority(3)
                            .queue("slow"));
            baton.trigger(charge, new Charge("Ada", amount), with -> with.key("order-42"));
            baton.submit(Submission.of(charge, new Charge("Ada", amount)).key("order-42")); // the same once more

            clock.settle();
            assertThat(baton.pastExecutions("charge")).hasSize(1);
            assertThat(baton.pastExecutions("report")).hasSize(2);
            clock.advance(Duration.ofMinutes(5));
            Execution delayed = baton.pastExecutions("report").get(0);
            assertThat(delayed.run("report").output()).contains(0);
            assertThat(delayed.trigger()).isEqualTo(Trigger.MANUAL);
        }
    }

    private interface Inventory {
        List<String> hosts();
    }

    private static Report scan(String host) {
        return new Report(host);
    }

    @Test
    void a_fanout_takes_and_returns() throws InterruptedException {
        List<Object> seen = new ArrayList<>();
        Inventory inventory = () -> List.of("a", "b");
        List<Person> people = List.of(new Person("Ada"));
        Workflow workflow = Workflow.define("scan-all", w -> {
            Step<List<String>> hosts = w.call("hosts", context -> inventory.hosts());
            Step<List<Report>> scan = w.fanout("scan", hosts, String.class, (context, host) -> scan(host));
            w.run("merge", context -> merge(context.output(scan), seen)).after(scan);

            Fanout few = Fanout.over(people).concurrency(4).tolerance(0.1);
            w.forEach("notify", few, Person.class, (context, person) -> mail(person));
        });
        try (Baton baton = Baton.inMemory().add(workflow).start()) {
            baton.trigger(workflow).await(Duration.ofMinutes(1));
        }
        assertThat(seen).containsExactly(new Report("a"), new Report("b"));
    }

    private static void merge(List<Report> reports, List<Object> seen) {
        seen.addAll(reports);
    }

    private static void mail(Person person) {
        assertThat(person.name()).isEqualTo("Ada");
    }

    @Test
    void a_scheduler_has_metrics() {
        MeterRegistry registry = new SimpleMeterRegistry();
        BatonMetrics metrics = new BatonMetrics(registry);
        Baton baton =
                Baton.builder().listen(metrics).intercept(new MdcInterceptor()).build();
        metrics.bindTo(baton);
        assertThat(registry.get("baton.definitions").gauge().value()).isZero();
        baton.close();
    }

    @Test
    void a_scheduler_of_a_framework_is_put_on_a_fake_clock() {
        FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
        Assumptions assumptions = new Assumptions();
        Baton baton = assumptions.on(clock, Baton.builder()).build();

        baton.add(Job.named("report").cron("@daily").run(context -> {})).start();
        clock.advance(Duration.ofDays(3));
        assertThat(baton.pastExecutions("report")).hasSize(3);
        baton.close();
    }

    record Tenant(String id) {}

    private final List<Tenant> written = new ArrayList<>();

    private void write(Tenant tenant) {
        written.add(tenant);
    }

    @Test
    void a_schedule_for_each_tenant_changes_at_run_time() {
        FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
        try (Baton baton = new Assumptions().on(clock, Baton.builder()).build()) {
            TypedJob<Tenant, Object> report =
                    Job.named("report").takes(Tenant.class).run((context, tenant) -> write(tenant));
            baton.add(report).start();

            Schedules schedules = baton.schedules();
            schedules.put("north", report, "TZ=Europe/Berlin 0 2 * * *", new Tenant("north"));
            schedules.put("south", report, "H 2 * * *", new Tenant("south")); // H differs from schedule to schedule

            clock.advance(Duration.ofDays(1));
            schedules.remove("south");
            clock.advance(Duration.ofDays(1));
            assertThat(written).containsExactly(new Tenant("north"), new Tenant("south"), new Tenant("north"));
        }
    }

    @Test
    void what_waits_is_moved() {
        FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
        Instant tomorrow = clock.now().plus(Duration.ofDays(1));
        try (Baton baton = new Assumptions().on(clock, Baton.builder()).build()) {
            baton.add(Job.named("remind").run(context -> {})).start();

            Execution reminder = baton.trigger("remind", with -> with.delay(Duration.ofDays(14)));
            reminder.reschedule(tomorrow);

            clock.advance(Duration.ofDays(1));
            assertThat(reminder.status()).isEqualTo(ExecutionStatus.SUCCESS);
        }
    }

    @Test
    void the_history_is_read_in_pages(@TempDir Path folder) throws InterruptedException {
        Path file = folder.resolve("baton.db");
        try (Baton baton = Baton.on(Stores.sqlite(file))) {
            baton.add(Job.named("report").run(context -> {
                        throw new IllegalStateException("no paper");
                    }))
                    .start();
            for (int i = 0; i < 3; i++) {
                baton.trigger("report").await(Duration.ofMinutes(1));
            }
            try (History history = History.sqlite(file)) {
                HistoryExecutions failed =
                        HistoryExecutions.newest(2).named(Set.of("report")).in(Set.of(ExecutionStatus.FAILURE));
                HistoryPage<ExecutionRecord> first = history.executions(failed);
                HistoryPage<ExecutionRecord> second =
                        history.executions(failed.after(first.rows().get(1).id()));

                assertThat(first.hasMore()).isTrue();
                assertThat(second.rows()).hasSize(1);
            }
        }
    }
}
