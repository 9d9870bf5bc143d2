package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A worker of the real jar in a process of its own, which is known to the server when {@link #start} returns. */
final class WorkerProcess implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    private final String name;
    private final Process process;

    private WorkerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /** Starts one with a label, or several with commas between them, for up to four runs at a time. */
    static WorkerProcess start(ServerProcess server, String name, String labels) {
        Operator operator = Operator.of(server);
        Path directory = server.directory();
        Path log = directory.resolve(name + ".log");
        String token = operator.api().newToken("worker");
        Process process = Jar.run(
                directory,
                log,
                List.of(
                        "worker",
                        "--server",
                        server.address().toString(),
                        "--token",
                        token,
                        "--name",
                        name,
                        "--labels",
                        labels,
                        "--capacity",
                        "4",
                        "--data-dir",
                        directory.resolve(name + "-data").toString()));
        WorkerProcess worker = new WorkerProcess(name, process);
        try {
            await("worker " + name).atMost(START).until(() -> {
                assertThat(process.isAlive())
                        .as("the worker ended at its start: see %s", log)
                        .isTrue();
                return operator.all("/workers").stream().anyMatch(worker::isThis);
            });
        } catch (RuntimeException | AssertionError e) {
            worker.close();
            throw e;
        }
        return worker;
    }

    private boolean isThis(JsonNode worker) {
        return Operator.text(worker, "name").equals(name);
    }

    /** What the server calls it. */
    String id(Operator operator) {
        return operator.all("/workers").stream()
                .filter(this::isThis)
                .map(worker -> Operator.text(worker, "id"))
                .findFirst()
                .orElseThrow();
    }

    /** SIGKILL for it and for all that it has started: its host is gone. */
    void kill() {
        close();
    }

    /** SIGTERM; whether it ended in time. */
    boolean terminate(Duration patience) {
        process.destroy();
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }
}
