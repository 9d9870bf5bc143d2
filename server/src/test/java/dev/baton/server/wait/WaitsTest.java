package dev.baton.server.wait;

import static dev.baton.test.BatonAssertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.resolve.Folders;
import dev.baton.server.resolve.Origin;
import dev.baton.test.BatonTest;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.GuardedHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitsTest {

    private static final Duration EVERY = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final BatonTest baton = BatonTest.startingAt("2026-11-15T12:00:00Z");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Allowed allowed = Allowed.PRIVATE;
    private Folders folders = Folders.NONE;

    @AfterEach
    void close() {
        baton.close();
        threads.shutdownNow();
    }

    private Execution waitingFor(WaitWork.Goal goal) {
        return waitingFor(goal, Origin.CONFIGURATION);
    }

    private Execution waitingFor(WaitWork.Goal goal, Origin origin) {
        GuardedHttp http = new GuardedHttp(new AddressGuard(allowed), threads);
        // Looks happen on the test's own thread, so that the fake clock does not run ahead of them.
        Waits waits = new Waits(new Poller(baton.clock(), Runnable::run), http, folders);
        Deferred body = goal.body(waits, EVERY, origin);
        baton.add(Job.named("wait").call(body));
        return baton.trigger("wait");
    }

    private static String saying(Execution execution) {
        return execution.run("wait").progress().orElseThrow().message();
    }

    @Test
    void a_wait_for_a_duration_takes_that_long() {
        Execution execution = waitingFor(new WaitWork.For(Duration.ofHours(2)));
        baton.advance(Duration.ofMinutes(119));
        assertThat(execution).isActive();
        Assertions.assertThat(saying(execution)).isEqualTo("until 2026-11-15T14:00:00Z");
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).succeeded();
    }

    @Test
    void a_wait_for_an_instant_ends_there() {
        Execution execution = waitingFor(new WaitWork.Until(Instant.parse("2026-11-15T13:00:00Z")));
        baton.advance(Duration.ofMinutes(59));
        assertThat(execution).isActive();
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).succeeded();
    }

    @Test
    void a_wait_for_a_file_ends_at_the_first_look_that_finds_it() throws Exception {
        Path file = folder.resolve("ready");
        Execution execution = waitingFor(new WaitWork.ForFile(file.toString()));
        baton.advance(Duration.ofMinutes(5));
        assertThat(execution).isActive();
        Files.createFile(file);
        baton.advance(EVERY);
        assertThat(execution).succeeded();
        Assertions.assertThat(execution.run("wait").output()).contains(file.toString());
    }

    @Test
    void a_wait_that_is_cancelled_looks_no_more() throws Exception {
        Path file = folder.resolve("ready");
        Execution execution = waitingFor(new WaitWork.ForFile(file.toString()));
        execution.cancel();
        baton.settle();
        Assertions.assertThat(execution.run("wait").status()).isEqualTo(RunStatus.CANCELLED);
        Files.createFile(file);
        baton.advance(Duration.ofMinutes(1));
        Assertions.assertThat(execution.run("wait").status()).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void whoever_comes_over_the_api_waits_for_files_in_open_folders_only() throws Exception {
        folders = new Folders(List.of(folder));
        Files.createFile(folder.resolve("ready"));
        assertThat(waitingFor(new WaitWork.ForFile(folder.resolve("ready").toString()), Origin.API))
                .succeeded();
    }

    @Test
    void whoever_comes_over_the_api_does_not_learn_which_other_files_there_are() throws Exception {
        Files.createFile(folder.resolve("ready"));
        Execution execution =
                waitingFor(new WaitWork.ForFile(folder.resolve("ready").toString()), Origin.API);
        assertThat(execution).failed();
        Assertions.assertThat(execution.run("wait").reason()).contains("not in a folder that is open");
    }

    @Test
    void a_wait_for_an_address_ends_when_it_answers_well() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = server(asked, 3);
        try {
            Execution execution = waitingFor(new WaitWork.ForUrl(url(server)));
            assertThat(execution).isActive();
            Assertions.assertThat(saying(execution)).endsWith("answers with status 503");
            baton.advance(EVERY.multipliedBy(2));
            assertThat(execution).succeeded();
            Assertions.assertThat(asked).hasValue(3);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void an_address_that_nobody_answers_at_is_asked_again() throws Exception {
        HttpServer server = server(new AtomicInteger(), 1);
        String url = url(server);
        server.stop(0);
        Execution execution = waitingFor(new WaitWork.ForUrl(url));
        baton.advance(Duration.ofMinutes(1));
        assertThat(execution).isActive();
        Assertions.assertThat(saying(execution)).startsWith("waits for " + url + ": ");
    }

    @Test
    void an_address_that_is_not_allowed_fails_at_once() throws Exception {
        allowed = Allowed.NOTHING;
        Execution execution = waitingFor(new WaitWork.ForUrl("http://127.0.0.1:1/"));
        assertThat(execution).failed();
        Assertions.assertThat(execution.run("wait").reason()).contains("refused");
    }

    /** Answers with 503 until it has been asked so often. */
    private HttpServer server(AtomicInteger asked, int readyAt) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(asked.incrementAndGet() < readyAt ? 503 : 204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }
}
