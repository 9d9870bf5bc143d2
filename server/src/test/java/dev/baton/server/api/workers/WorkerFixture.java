package dev.baton.server.api.workers;

import dev.baton.Execution;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.security.Role;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.Dispatch;
import dev.baton.worker.Worker;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.wire.HttpDispatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server, and workers of it. */
abstract class WorkerFixture {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of(), Set.of("shell", "java"), Set.of("greet"), 4, "1");

    @TempDir
    Path directory;

    final ExecutorService threads = Executors.newCachedThreadPool();
    ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    final BatonWorker connect() {
        BatonWorker worker = BatonWorker.connect(server.address(), server.secret(Role.WORKER));
        for (Kind kind : StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE)) {
            worker = worker.kind(kind);
        }
        return worker;
    }

    final Worker started(BatonWorker settings) {
        Worker worker = settings.start();
        server.onClose(() -> worker.close(Duration.ZERO));
        return worker;
    }

    final HttpDispatch dispatch() {
        return new HttpDispatch(server.address(), server.secret(Role.WORKER));
    }

    final Execution trigger(String job) {
        return server.services.baton().trigger(job, Map.of("name", "Ada"));
    }

    static Dispatch.Result success() {
        return new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, 0);
    }
}
