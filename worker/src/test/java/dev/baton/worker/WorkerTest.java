package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.kind.HandlerKind;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {

    private static final Duration HEARTBEAT = Duration.ofMillis(30);
    private static final Duration NEVER = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Worker> workers = new ArrayList<>();
    private Handlers handlers = Handlers.none();
    private Duration keepRunning = NEVER;
    private TestServer server = new TestServer(HEARTBEAT, NEVER);

    @BeforeAll
    static void wait_long_on_a_busy_machine() {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }

    @AfterAll
    static void wait_as_others_do() {
        Awaitility.reset();
    }

    @AfterEach
    void end() {
        server.unreachable(false);
        workers.forEach(worker -> worker.close(Duration.ZERO));
        threads.shutdownNow();
    }

    @Test
    void runs_are_executed_and_their_results_delivered() {
        start(4);
        for (int i = 0; i < 10; i++) {
            server.submit(Assignments.shell("r" + i, "echo number " + i + "; exit " + i % 2));
        }
        for (int i = 0; i < 10; i++) {
            Result result = resultOf("r" + i);
            assertThat(result.exitCode()).isEqualTo(i % 2);
            assertThat(server.log("r" + i)).containsExactly("number " + i);
        }
    }

    @Test
    void a_run_is_not_started_when_no_server_has_answered_for_as_long_as_its_lease_lasts(@TempDir Path directory) {
        Duration lease = Duration.ofMillis(200);
        server = new TestServer(HEARTBEAT, lease);
        start(1);
        await().until(() -> server.workers() == 1);
        server.deaf(true);
        long since = System.nanoTime();
        await().until(() -> System.nanoTime() - since > lease.toNanos());
        server.submit(Assignments.shell("late", "touch " + directory.resolve("late")));
        await().until(() -> server.isHeld("late"));

        server.takeAway("late");
        server.deaf(false);
        // There is one place: this one starts when the other is over.
        server.submit(Assignments.shell("next", "true"));
        assertThat(resultOf("next").outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(directory.resolve("late")).doesNotExist();
    }

    @Test
    void no_more_than_the_capacity_run_at_a_time() throws Exception {
        AtomicInteger atATime = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        handler("wait", context -> {
            most.accumulateAndGet(atATime.incrementAndGet(), Math::max);
            go.await();
            return atATime.decrementAndGet();
        });
        start(3);
        for (int i = 0; i < 9; i++) {
            server.submit(java("r" + i, "wait"));
        }
        await().until(() -> atATime.get() == 3);
        go.countDown();
        for (int i = 0; i < 9; i++) {
            assertThat(resultOf("r" + i).outcome()).isEqualTo(Outcome.SUCCESS);
        }
        assertThat(most).hasValue(3);
    }

    @Test
    void the_log_arrives_while_the_run_goes_on(@TempDir Path directory) throws Exception {
        start(1);
        Path go = directory.resolve("go");
        server.submit(
                Assignments.shell("r", "echo begun; until [ -e %s ]; do sleep 0.01; done; echo done".formatted(go)));
        await().until(() -> server.log("r").equals(List.of("begun")));
        Files.createFile(go);
        resultOf("r");
        assertThat(server.log("r")).containsExactly("begun", "done");
    }

    @Test
    void a_run_that_is_to_stop_is_stopped_with_all_its_processes(@TempDir Path directory) throws Exception {
        start(1);
        Path child = directory.resolve("child");
        server.submit(Assignments.shell("r", "sleep 1000 & echo $! > %s; echo begun; wait".formatted(child)));
        await().until(() -> server.log("r").contains("begun"));
        server.stop("r");
        assertThat(resultOf("r").outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(isRunning(child)).isFalse();
    }

    @Test
    void a_run_whose_lease_is_lost_is_stopped_and_nothing_is_delivered(@TempDir Path directory) throws Exception {
        Worker worker = start(1);
        Path child = directory.resolve("child");
        server.submit(Assignments.shell("r", "echo $$ > %s; exec sleep 1000".formatted(child)));
        await().until(() -> isRunning(child));
        server.takeAway("r");
        await().until(() -> worker.running() == 0);
        assertThat(isRunning(child)).isFalse();
        assertThat(server.result("r")).isEmpty();
    }

    @Test
    void work_goes_on_while_the_server_is_away_and_its_result_is_delivered_later() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        handler("work", context -> {
            begun.countDown();
            go.await();
            context.log("finished");
            return 42;
        });
        Worker worker = start(1);
        server.submit(java("r", "work"));
        begun.await();
        server.unreachable(true);
        go.countDown();
        await().until(() -> worker.running() == 1 && server.result("r").isEmpty());
        server.unreachable(false);
        assertThat(resultOf("r").output()).isEqualTo(42);
        assertThat(server.log("r")).containsExactly("finished");
    }

    @Test
    void work_stops_when_no_server_was_heard_of_for_longer_than_the_worker_keeps_it(@TempDir Path directory)
            throws Exception {
        // Long enough that a busy machine does not miss so many heartbeats while the server is there.
        keepRunning = Duration.ofSeconds(3);
        Worker worker = start(1);
        Path child = directory.resolve("child");
        server.submit(Assignments.shell("r", "echo $$ > %s; exec sleep 1000".formatted(child)));
        await().until(() -> isRunning(child));
        server.unreachable(true);
        await().until(() -> worker.running() == 0);
        assertThat(isRunning(child)).isFalse();
        server.unreachable(false);
        server.submit(Assignments.shell("next", "true"));
        assertThat(resultOf("next").outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a_worker_that_the_server_forgot_introduces_itself_again() {
        start(1);
        await().until(() -> server.registrations() == 1);
        server.forgetWorkers();
        server.submit(Assignments.shell("r", "true"));
        assertThat(resultOf("r").outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(server.registrations()).isEqualTo(2);
    }

    @Test
    void a_server_that_is_not_there_yet_is_waited_for() {
        server.unreachable(true);
        start(1);
        server.submit(Assignments.shell("r", "true"));
        server.unreachable(false);
        assertThat(resultOf("r").outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a_worker_that_drains_finishes_what_it_has_and_takes_nothing_more() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        handler("wait", context -> {
            go.await();
            return "done";
        });
        Worker worker = start(1);
        server.submit(java("r1", "wait"));
        await().until(() -> server.isHeld("r1"));
        worker.drain();
        server.submit(java("r2", "wait"));
        go.countDown();
        assertThat(resultOf("r1").output()).isEqualTo("done");
        assertThat(worker.awaitIdle(Duration.ofSeconds(5))).isTrue();
        assertThat(server.isQueued("r2")).isTrue();
    }

    @Test
    void a_worker_that_the_server_drains_takes_runs_again_when_the_server_wants_it_to() {
        server.draining(true);
        start(1);
        // The worker has heard the answer to its first heartbeat before it sends the second. Until then it claims.
        await().until(() -> server.heartbeats() > 1);
        await().until(() -> !server.hasOpenClaim());
        server.submit(Assignments.shell("r", "true"));
        int before = server.heartbeats();
        await().until(() -> server.heartbeats() > before + 2);
        assertThat(server.isQueued("r")).isTrue();

        server.draining(false);
        assertThat(resultOf("r").outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a_worker_that_closes_hands_back_what_does_not_end_in_time() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch never = new CountDownLatch(1);
        handler("wait", context -> {
            try {
                never.await();
                return null;
            } finally {
                interrupted.set(context.isStopped());
            }
        });
        Worker worker = start(1);
        server.submit(java("r", "wait"));
        await().until(() -> server.isHeld("r"));
        worker.close(Duration.ofMillis(50));
        assertThat(interrupted).isTrue();
        assertThat(server.isHandedBack("r")).isTrue();
        assertThat(server.result("r")).isEmpty();
        assertThat(server.workers()).isZero();
    }

    @Test
    void secrets_are_masked_in_logs_and_messages() {
        start(1);
        server.submit(Assignments.withSecrets(
                Assignments.shell("r", "printf 'key is s3c'; printf 'ret!\\n'; echo bad s3cret >&2; exit 1"),
                "s3cret"));
        assertThat(resultOf("r").message()).isEqualTo("the command ended with exit code 1: bad ***");
        assertThat(server.log("r")).containsExactlyInAnyOrder("key is ***!", "bad ***");
    }

    @Test
    void a_handler_reads_inputs_and_tells_progress() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        handler("resize", context -> {
            context.progress(0.5, "half");
            go.await();
            Size size = context.output("measure", Size.class).orElseThrow();
            return new Size(
                    size.width() / 2, context.parameter("height", Integer.class).orElseThrow());
        });
        start(1);
        Assignment.Inputs inputs = new Assignment.Inputs(
                Map.of(),
                Map.of("height", "7"),
                Map.of("measure", Map.of("width", 10, "height", 2)),
                null,
                Map.of(),
                null);
        server.submit(Assignments.withInputs(java("r", "resize"), inputs));
        await().until(() -> server.progress("r")
                .filter(progress -> "half".equals(progress.message()))
                .isPresent());
        go.countDown();
        assertThat(resultOf("r").output()).isEqualTo(Map.of("width", 5, "height", 7));
    }

    @Test
    void a_handler_can_skip_and_fail() {
        handler("skip", context -> {
            throw context.skip("nothing to do");
        });
        handler("fail", context -> {
            throw new IllegalStateException("no disk");
        });
        start(2);
        server.submit(java("skipped", "skip"));
        server.submit(java("failed", "fail"));
        server.submit(java("missing", "no such"));
        assertThat(resultOf("skipped")).isEqualTo(new Result(Outcome.SKIPPED, null, "nothing to do", null));
        assertThat(resultOf("failed").message()).contains("\"fail\" failed", "no disk");
        assertThat(server.log("failed")).anyMatch(line -> line.contains("WorkerTest"));
        assertThat(resultOf("missing").message()).contains("no handler \"no such\"");
    }

    @Test
    void an_output_that_is_no_json_is_a_failure() {
        handler("cycle", context -> {
            List<Object> list = new ArrayList<>();
            list.add(list);
            return list;
        });
        start(1);
        server.submit(java("r", "cycle"));
        assertThat(resultOf("r").message()).contains("cannot be written as JSON");
    }

    private record Size(int width, int height) {}

    private Worker start(int capacity) {
        List<Kind> kinds =
                new ArrayList<>(StandardKinds.of(threads, System.getenv(), List.of("claude", "-p"), Allowed.NOTHING));
        kinds.add(new HandlerKind(handlers));
        WorkerOptions options = WorkerOptions.named("w")
                .withCapacity(capacity)
                .withClaimPatience(Duration.ofMillis(200))
                .withKeepRunning(keepRunning);
        Worker worker = new Worker(server, options, kinds, handlers.names());
        workers.add(worker);
        worker.start();
        return worker;
    }

    private void handler(String name, Handler handler) {
        handlers = handlers.with(name, handler);
    }

    private static Assignment java(String id, String handler) {
        return Assignments.of(id, new Command.Handler(handler));
    }

    private Result resultOf(String lease) {
        return await(lease)
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.result(lease), Optional::isPresent)
                .orElseThrow();
    }

    private static boolean isRunning(Path pid) throws Exception {
        if (!Files.exists(pid) || Files.readString(pid).isBlank()) {
            return false;
        }
        Path stat = Path.of("/proc", Files.readString(pid).strip(), "stat");
        return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
    }
}
