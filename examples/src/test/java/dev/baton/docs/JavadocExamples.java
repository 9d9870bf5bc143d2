package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Deferred;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.error.NoSuchJobException;
import dev.baton.graph.Plan;
import dev.baton.jdbc.Enqueue;
import dev.baton.jdbc.Stores;
import dev.baton.schedule.DayMatch;
import dev.baton.schedule.Every;
import dev.baton.schedule.Schedule;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import dev.baton.test.FakeClock;
import dev.baton.test.MortalStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Examples that stand in Javadoc, so that the compiler reads them: {@link DocsTest} compares the two. */
@SuppressWarnings({"unused", "resource", "SystemOut", "TimeZoneUsage", "JavaTimeDefaultTimeZone"})
abstract class JavadocExamples {

    interface Phone {
        void ring(Consumer<String> answered);
    }

    abstract void publish();

    abstract void pay();

    abstract boolean inTransaction();

    abstract Connection connection();

    Plan plan() {
        Workflow nightly = Workflow.define("nightly", w -> {
            w.cron("0 2 * * *").timeout(Duration.ofHours(3));
            Step<Integer> count = w.call("count", context -> 42);
            w.run("report", context -> context.log().info("{} rows", context.output(count)))
                    .after(count);
            w.finalRun("tidy", context -> context.log().info("done"));
        });
        Plan plan = nightly.graph().plan();
        for (int step = 0; step < plan.size(); step++) {
            System.out.println(plan.name(step) + " has " + plan.parents(step).length + " parents");
        }
        return plan;
    }

    void completions(Phone phone) throws Exception {
        Deferred call = (context, handover) -> phone.ring(answer -> {
            if (answer.isEmpty()) {
                handover.fail(new IOException("nobody answered"));
            } else {
                handover.succeed(answer);
            }
        });
    }

    void waits() throws Exception {
        Deferred nextDay = (context, handover) ->
                handover.succeedAt(context.scheduledTime().plus(Duration.ofDays(1)));
        Job job = Job.named("cool-down").call(nextDay);
    }

    void dependencies(Baton baton) throws Exception {
        for (Dependency dependency : baton.dependencies("load")) {
            System.out.println(dependency.child() + " runs after " + dependency.parent());
        }
    }

    void extensions() throws Exception {
        Extension more = Extension.define(e -> {
            e.step("clean-a", "clean").parameter("file", "a.csv");
            e.step("clean-b", "clean").parameter("file", "b.csv").allowFailure();
        });
    }

    void steps_that_are_jobs() throws Exception {
        Workflow release = Workflow.define("release", w -> {
            Step<Object> tests = w.job("tests", "run-tests");
            w.run("publish", context -> publish()).after(tests);
        });
    }

    void reactions() throws Exception {
        Workflow careful = Workflow.define("careful", w -> {
            w.onStepFailure(OnFailure.HOLD);
            w.run("pay", context -> pay());
        });
    }

    void policies(Baton baton) throws Exception {
        String queue =
                baton.job("report").map(job -> job.policy().demand().queue()).orElse("default");
    }

    void timings(Baton baton) throws Exception {
        String schedule =
                baton.job("report").map(job -> job.timing().spec().text()).orElse("@triggered");
    }

    void policies_of_workflows(Baton baton) throws Exception {
        OnFailure reaction = baton.workflow("nightly")
                .map(workflow -> workflow.policy().onFailure())
                .orElseThrow();
    }

    void transactions(DataSource dataSource) throws Exception {
        Baton baton = Baton.builder()
                .store(Stores.postgres(dataSource))
                .join(() -> inTransaction() ? Enqueue.in(connection()) : null)
                .build();
    }

    void cron() throws Exception {
        Schedule nights = Schedule.parse("0 2 * * MON-FRI Europe/Berlin");
        System.out.println(nights.describe() + ", next at "
                + nights.nextFire(Instant.now()).orElseThrow());
    }

    void intervals() throws Exception {
        if (Schedule.parse("@every 10m") instanceof Every every) {
            System.out.println("once in " + every.interval());
        }
    }

    void one_offs() throws Exception {
        Job launch = Job.named("launch").cron("@at 2030-01-01T09:00:00Z").run(context -> publish());
    }

    void starts() throws Exception {
        Job warmUp = Job.named("warm-up").cron("@startup").run(context -> publish());
    }

    void triggers() throws Exception {
        Job byHand = Job.named("by-hand").cron("@triggered").run(context -> publish());
    }

    void days() throws Exception {
        Job fridayThe13th =
                Job.named("luck").cron("0 9 13 * FRI").dayMatch(DayMatch.BOTH).run(context -> publish());
    }

    void errors(Baton baton) throws Exception {
        try {
            baton.trigger("reprot");
        } catch (NoSuchJobException unknown) {
            System.out.println(unknown.getMessage());
        }
    }

    void assumptions(BatonTest test) throws Exception {
        test.assume("charge", Assumption.failsWith(new IOException("busy")).times(2));
        test.assume("ship", Assumption.succeeds().taking(Duration.ofMinutes(5)));
    }

    void assertions(BatonTest test) throws Exception {
        assertThat(test.lastExecution("order")).succeeded();
    }

    void assertions_on_steps(Execution order) throws Exception {
        assertThat(order).succeeded().hadAttempts("charge", 3).ran("ship");
    }

    void clocks() throws Exception {
        FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
        clock.after(Duration.ofHours(1), () -> System.out.println("it is one o'clock"));
        clock.advance(Duration.ofDays(1));
    }

    void deaths(Path file) throws Exception {
        MortalStore store = MortalStore.around(Stores.sqlite(file));
        Baton baton = Baton.on(store.store());
        store.die();
    }
}
