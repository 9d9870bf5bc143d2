package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Explanation;
import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Explanations whose causes are on another node. */
@Timeout(120)
class ExplainAcrossNodesTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final DataSource database = RealPostgres.freshSchema();
    private final CountDownLatch released = new CountDownLatch(1);

    private Baton node() {
        return Baton.on(Stores.postgres(database));
    }

    @Test
    void a_limit_whose_place_is_held_by_a_step_that_a_body_has_added_on_another_node() throws Exception {
        Job narrow = Job.named("narrow").limit(Limit.concurrency(1)).run(context -> {
            released.await();
        });
        Workflow growing = Workflow.define(
                "growing",
                w -> w.run("find", context -> context.extend(Extension.define(e -> e.step("added", "narrow")))));
        try (Baton first = node().add(narrow).add(growing).start();
                Baton second = node().add(narrow).start()) {
            Execution holder = first.trigger("growing");
            await().atMost(LONG)
                    .until(() ->
                            holder.runs().size() == 2 && holder.run("added").status() == RunStatus.RUNNING);
            Execution waiting = second.trigger("narrow");
            await().atMost(LONG).until(() -> waiting.run("narrow").status() == RunStatus.PENDING);

            Explanation told = waiting.explain("narrow");

            assertThat(told.cause()).isEqualTo(Explanation.Cause.LIMIT);
            assertThat(told.text()).contains("growing/added");
            released.countDown();
            assertThat(waiting.await(LONG).status().isTerminal()).isTrue();
        }
    }
}
