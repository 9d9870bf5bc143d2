package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Guard;
import dev.baton.Step;
import dev.baton.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A guard is user code: one that blocks keeps its own run from a worker elsewhere, and no other. */
@Timeout(120)
class BlockedGuardTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final DataSource database = RealPostgres.freshSchema();

    @Test
    void a_guard_that_blocks_keeps_no_other_run_from_another_node() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Workflow guarded = thenThere("guarded", context -> {
            asked.countDown();
            answer.await();
            return Optional.empty();
        });
        Workflow free = thenThere("free", context -> Optional.empty());
        try (Baton owner = Baton.on(Stores.postgres(database));
                Baton other = Baton.builder()
                        .store(Stores.postgres(database))
                        .labels("gpu")
                        .build()) {
            for (Baton node : List.of(owner, other)) {
                node.add(guarded);
                node.add(free);
                node.start();
            }
            Execution first = owner.trigger("guarded");
            asked.await();
            for (int i = 0; i < 5; i++) {
                assertThat(owner.trigger("free").await(LONG)).succeeded();
            }
            answer.countDown();
            assertThat(first.await(LONG)).succeeded();
        }
    }

    /** A workflow whose second step runs on a node with the label, while the node that ran the first one owns it. */
    private static Workflow thenThere(String name, Guard guard) {
        return Workflow.define(name, w -> {
            Step<Void> here = w.run("here", context -> {});
            w.run("there", context -> {}).labels("gpu").when(guard).after(here);
        });
    }
}
