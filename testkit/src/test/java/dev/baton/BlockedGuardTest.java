package dev.baton;

import static dev.baton.test.BatonAssertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A guard that takes its time, on the threads of a scheduler in use. */
@Timeout(120)
class BlockedGuardTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);

    private Optional<String> block() throws InterruptedException {
        asked.countDown();
        answer.await();
        return Optional.empty();
    }

    @Test
    void a_guard_that_blocks_keeps_no_other_step_from_starting() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        try (Baton baton = Baton.inMemory()) {
            baton.add(Workflow.define("workflow", w -> {
                Step<Void> root = w.run("root", context -> {});
                w.run("guarded", context -> {}).when(context -> block()).after(root);
                w.run("free", context -> ran.countDown()).after(root);
            }));
            baton.start();
            Execution execution = baton.trigger("workflow");
            asked.await();

            Assertions.assertThat(ran.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

            answer.countDown();
            assertThat(execution.await(LONG)).succeeded();
        }
    }

    @Test
    void a_guard_that_blocks_keeps_no_other_job_from_starting() throws Exception {
        try (Baton baton = Baton.inMemory()) {
            baton.add(Job.named("guarded").when(context -> block()).run(context -> {}));
            baton.add(Job.named("free").run(context -> {}));
            baton.start();
            Execution guarded = baton.trigger("guarded");

            assertThat(baton.trigger("free").await(LONG)).succeeded();

            answer.countDown();
            assertThat(guarded.await(LONG)).succeeded();
        }
    }
}
