package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Java of the guide's page on fan-outs and steps that wait, compiled and run. */
@ExtendWith(BatonExtension.class)
class FanoutGuideTest {

    private interface Targets {
        List<String> all();
    }

    private final Targets targets = () -> List.of("a", "b", "c", "d");

    private static String scan(Object target) {
        if (target.equals("d")) {
            throw new IllegalStateException("no answer");
        }
        return "scanned " + target;
    }

    private static String merge(List<Run> scans) {
        return scans.stream().map(run -> run.status().toString()).toList().toString();
    }

    @Test
    void a_fan_out(BatonTest baton) {
        Job scan = Job.named("scan")
                .cron("0 6 * * *")
                .fanout(Fanout.over(context -> targets.all())
                        .concurrency(4)
                        .tolerance(0.25)
                        .retry(Retry.fixed(2, Duration.ofSeconds(10)))
                        .timeout(Duration.ofMinutes(30))
                        .each(context -> scan(context.item().orElseThrow().value()))
                        .reduce(Fanout.RunOn.SUCCESS, context -> merge(context.parents())));

        baton.add(scan);
        Execution execution = baton.trigger("scan");
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution.run("scan").status()).isEqualTo(RunStatus.PARTIAL);
        assertThat(execution.run("scan").output()).contains("[success, success, success, failure]");
    }

    @Test
    void steps_that_wait(BatonTest baton) {
        baton.add(Workflow.define("build", w -> w.call("compile", context -> "1.0")));
        Workflow release = Workflow.define("release", w -> {
            Step<Object> build = w.workflow("build", "build");
            Step<Object> soak = w.waitFor("soak", Duration.ofHours(2)).after(build);
            Step<Object> ask = w.approval("ask", "Ship it?").after(soak);
            Step<Void> ship = w.run("ship", context -> {}).after(ask);
            w.run("announce", context -> {})
                    .after(ship)
                    .when(context -> context.parameters().containsKey("quietly")
                            ? Optional.of("it is to be done quietly")
                            : Optional.empty());
        });

        baton.add(release);
        Execution execution = baton.trigger("release", Map.of("quietly", true));
        baton.advance(Duration.ofHours(3));
        execution.approve("ask", "Ada: looks good");

        baton.settle();
        assertThat(execution).succeeded().ran("ship").skipped("announce");
    }
}
