package dev.baton.server.cluster;

import static dev.baton.server.cluster.Cluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker serves all servers, whichever it is connected to. */
class LendingTest {

    private static final String JOBS = """
            [[jobs]]
            id = "train"
            labels = ["gpu"]
            command = "echo trained by ${BATON_JOB}"

            [[jobs]]
            id = "fails-once"
            labels = ["gpu"]
            command = "echo attempt $BATON_ATTEMPT; test $BATON_ATTEMPT = 2"
            retry = { attempts = 2, delay = "100ms" }

            [[jobs]]
            id = "waits"
            labels = ["gpu"]
            kind = "java"
            command = { handler = "wait" }

            [[jobs]]
            id = "each"
            labels = ["gpu"]
            kind = "fanout"
            items = ["a", "b", "c"]
            command = "echo $FANOUT_ITEM"
            """;

    @TempDir
    private Path directory;

    private Cluster cluster;
    private Cluster.Member a;
    private Cluster.Member b;

    @BeforeEach
    void start() throws Exception {
        cluster = new Cluster(directory);
        a = cluster.server("a", JOBS);
        b = cluster.server("b", JOBS);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static String run(String execution) {
        return execution + ".0";
    }

    @Test
    void a_run_reaches_the_worker_of_another_server() {
        String execution = a.trigger("train");
        cluster.started(b.worker("far").labels("gpu"));
        a.awaitStatus(execution, "success");
    }

    @Test
    void its_log_can_be_read_on_both() {
        cluster.started(b.worker("far").labels("gpu"));
        String execution = a.trigger("train");
        a.awaitStatus(execution, "success");
        assertThat(a.log(run(execution))).contains("trained by train");
        assertThat(b.log(run(execution))).contains("trained by train");
    }

    @Test
    void its_lines_are_told_live_where_it_was_started() {
        CountDownLatch end = new CountDownLatch(1);
        cluster.started(b.worker("far").labels("gpu").handler("wait", context -> {
            context.log("it has begun");
            end.await();
            return null;
        }));
        String execution = a.trigger("waits");
        try (Stream<String> lines = a.events("/runs/" + run(execution) + "/log")) {
            assertThat(lines.anyMatch(line -> line.contains("it has begun"))).isTrue();
        } finally {
            end.countDown();
        }
        a.awaitStatus(execution, "success");
    }

    @Test
    void all_attempts_are_in_the_log_wherever_they_were_made() {
        cluster.started(b.worker("far").labels("gpu"));
        String execution = a.trigger("fails-once");
        a.awaitStatus(execution, "success");
        for (Cluster.Member server : List.of(a, b)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(server.log(run(execution)))
                            .containsSubsequence("attempt 1", "it will be tried again", "attempt 2"));
        }
    }

    @Test
    void a_fan_out_stays_at_home_and_its_items_run_wherever_there_is_a_worker() {
        cluster.started(b.worker("far").labels("gpu"));
        a.awaitStatus(a.trigger("each"), "success");
    }

    @Test
    void a_cancelled_run_stops_on_the_worker_of_another_server() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        cluster.started(b.worker("far").labels("gpu").handler("wait", context -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                stopped.countDown();
                throw e;
            }
            return null;
        }));
        String execution = a.trigger("waits");
        assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        a.send("POST", "/executions/" + execution + "/cancel", "{}", 200);
        assertThat(stopped.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        a.awaitStatus(execution, "cancelled");
    }

    @Test
    void what_a_lost_worker_of_another_server_had_is_tried_again() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Worker first = cluster.started(b.worker("first").labels("gpu").handler("wait", context -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return null;
        }));
        String execution = a.trigger("waits");
        assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        first.close(Duration.ZERO);
        cluster.started(b.worker("second").labels("gpu").handler("wait", context -> "again"));
        a.awaitStatus(execution, "success");
    }

    @Test
    void a_server_that_stops_finishes_what_it_has_borrowed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        cluster.started(b.worker("far").labels("gpu").handler("wait", context -> {
            attempts.incrementAndGet();
            begun.countDown();
            end.await();
            return null;
        }));
        String execution = a.trigger("waits");
        assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(b::close);
        end.countDown();
        a.awaitStatus(execution, "success");
        closing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void a_server_that_stops_waits_for_what_it_has_lent() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        cluster.started(b.worker("far").labels("gpu").handler("wait", context -> {
            attempts.incrementAndGet();
            begun.countDown();
            end.await();
            return null;
        }));
        String execution = a.trigger("waits");
        assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(a::close);
        end.countDown();
        closing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        b.awaitStatus(execution, "success");
        assertThat(attempts).hasValue(1);
    }
}
