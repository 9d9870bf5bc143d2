package dev.baton.server.cluster;

import static dev.baton.server.cluster.Cluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.worker.Handler;
import dev.baton.worker.HandlerContext;
import dev.baton.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A worker serves all servers, whichever it is connected to. */
class LendingTest extends OnTwoServers {

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
            id = "digest"
            kind = "window"
            depends_on = ["waits"]
            window = "1d"
            command = "true"

            [[jobs]]
            id = "each"
            labels = ["gpu"]
            kind = "fanout"
            items = ["a", "b", "c"]
            command = "echo $FANOUT_ITEM"
            """;

    LendingTest() {
        super(JOBS);
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
    void what_waits_and_what_runs_on_one_server_is_seen_on_the_other() throws Exception {
        String execution = a.trigger("waits");
        for (Cluster.Member server : List.of(a, b)) {
            await().atMost(PATIENCE).until(() -> depth(server) == 1);
        }
        Waiting waiting = new Waiting();
        cluster.started(a.worker("near").labels("gpu").handler("wait", waiting));
        waiting.awaitBegun();
        for (Cluster.Member server : List.of(a, b)) {
            await().atMost(PATIENCE).until(() -> depth(server) == 0);
            assertThat(server.get("/jobs/digest").path("window").toString()).contains("\"running\"");
        }
        waiting.letGo();
        b.awaitStatus(execution, "success");
    }

    private static int depth(Cluster.Member server) {
        for (JsonNode queue : server.get("/queues").path("items")) {
            if (queue.path("name").asString().equals("default")) {
                return queue.path("depth").asInt();
            }
        }
        return -1;
    }

    @Test
    void a_worker_is_drained_and_resumed_through_a_server_that_it_does_not_talk_to() throws Exception {
        cluster.started(b.worker("far").labels("gpu"));
        await().atMost(PATIENCE).until(() -> worker(a) != null);
        String far = worker(a).path("id").asString();
        a.send("POST", "/workers/" + far + "/drain", null, 200);
        await().atMost(PATIENCE).until(() -> worker(b).path("draining").asBoolean());
        String execution = b.trigger("train");
        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .until(() -> b.get("/runs/" + run(execution))
                        .path("status")
                        .asString()
                        .equals("pending"));

        a.send("POST", "/workers/" + far + "/resume", null, 200);
        b.awaitStatus(execution, "success");
        assertThat(worker(b).path("draining").asBoolean()).isFalse();
    }

    private static JsonNode worker(Cluster.Member server) {
        return server.get("/workers").path("items").get(0);
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
        Waiting waiting = new Waiting();
        cluster.started(b.worker("far").labels("gpu").handler("wait", waiting));
        String execution = a.trigger("waits");
        try (Stream<String> lines = a.events("/runs/" + run(execution) + "/log")) {
            assertThat(lines.anyMatch(line -> line.contains("it has begun"))).isTrue();
        } finally {
            waiting.letGo();
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
        Waiting waiting = new Waiting();
        cluster.started(b.worker("far").labels("gpu").handler("wait", waiting));
        String execution = a.trigger("waits");
        waiting.awaitBegun();
        a.send("POST", "/executions/" + execution + "/cancel", "{}", 200);
        waiting.awaitStopped();
        a.awaitStatus(execution, "cancelled");
    }

    @Test
    void what_a_lost_worker_of_another_server_had_is_tried_again() throws Exception {
        Waiting waiting = new Waiting();
        Worker first = cluster.started(b.worker("first").labels("gpu").handler("wait", waiting));
        String execution = a.trigger("waits");
        waiting.awaitBegun();
        first.close(Duration.ZERO);
        cluster.started(b.worker("second").labels("gpu").handler("wait", context -> "again"));
        a.awaitStatus(execution, "success");
    }

    @Test
    void a_server_that_stops_leaves_what_it_has_borrowed_to_its_worker() throws Exception {
        Waiting waiting = new Waiting();
        cluster.started(b.worker("far", List.of(b, a)).labels("gpu").handler("wait", waiting));
        String execution = a.trigger("waits");
        waiting.awaitBegun();
        b.close();
        waiting.letGo();
        a.awaitStatus(execution, "success");
        assertThat(waiting.attempts).hasValue(1);
    }

    @Test
    void a_server_that_stops_waits_for_what_it_has_lent() throws Exception {
        Waiting waiting = new Waiting();
        cluster.started(b.worker("far").labels("gpu").handler("wait", waiting));
        String execution = a.trigger("waits");
        waiting.awaitBegun();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(a::close);
        waiting.letGo();
        closing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        b.awaitStatus(execution, "success");
        assertThat(waiting.attempts).hasValue(1);
    }

    /** A handler that goes on for as long as the test wants it to. */
    private static final class Waiting implements Handler {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        final AtomicInteger attempts = new AtomicInteger();

        @Override
        public Object handle(HandlerContext context) throws InterruptedException {
            attempts.incrementAndGet();
            context.log("it has begun");
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                stopped.countDown();
                throw e;
            }
            return "waited";
        }

        void awaitBegun() throws InterruptedException {
            assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        void awaitStopped() throws InterruptedException {
            assertThat(stopped.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        void letGo() {
            end.countDown();
        }
    }
}
