package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Job;
import dev.baton.Join;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BatonExtension.class)
class FirstTest {

    static final Workflow ETL = Workflow.define("etl", w -> {
        w.cron("0 2 * * *").zone("Europe/Berlin").timeout(Duration.ofHours(2));
        Step<Integer> extract = w.call("extract", context -> 41);
        Step<Integer> clean = w.call("clean", context -> context.output(extract) + 1)
                .after(extract)
                .retry(Retry.exponential(3, Duration.ofSeconds(10)));
        Step<Void> load =
                w.run("load", context -> context.sleep(Duration.ofMinutes(3))).after(clean);
        w.run("alert", context -> context.log().info(context.reason()))
                .after(clean.failed(), load.failed())
                .join(Join.any());
        w.last("cleanup", context -> {});
    });

    @Test
    void runs(BatonTest baton) {
        baton.add(ETL);
        baton.advanceTo("2026-01-01T02:10:00+01:00");
        assertThat(baton.lastExecution(ETL))
                .succeeded()
                .ran("extract", "clean", "load", "cleanup")
                .skipped("alert")
                .hasOutput("clean", 42);
    }

    @Test
    void fails(BatonTest baton) {
        baton.add(ETL).failing("etl/clean");
        baton.advanceTo("2026-01-01T02:00:00+01:00");
        System.out.println(baton.lastExecution(ETL).explain("load"));
        System.out.println(baton.lastExecution(ETL).explain());
        baton.advanceTo("2026-01-01T02:10:00+01:00");
        assertThat(baton.lastExecution(ETL))
                .failed()
                .ran("alert", "cleanup")
                .skipped("load")
                .hadAttempts("clean", 3);
        System.out.println(baton.lastExecution(ETL).run("alert"));
        System.out.println(baton.lastExecution(ETL).explain("load"));
    }

    @Test
    void day(BatonTest baton) {
        baton.add(Job.named("every-minute").cron("* * * * *").run(context -> {}));
        baton.advance(Duration.ofDays(1));
        org.assertj.core.api.Assertions.assertThat(baton.executions("every-minute"))
                .hasSize(100);
    }
}
