package dev.baton.worker;

import static org.awaitility.Awaitility.await;

import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** A program of its own, so that it can have a small heap: one run says 100 MB, and another little beside it. */
final class LoudRun {

    private LoudRun() {}

    public static void main(String[] arguments) throws Exception {
        TestServer server = new TestServer(Duration.ofMillis(100), Duration.ofSeconds(30));
        WorkerOptions options = WorkerOptions.named("w").withCapacity(2).withClaimPatience(Duration.ofMillis(100));
        try (Worker worker = new Worker(
                server,
                options,
                StandardKinds.of(Executors.newCachedThreadPool(), System.getenv(), List.of(), Allowed.NOTHING),
                Set.of())) {
            server.submit(
                    Assignments.shell("loud", "yes 'forty characters make a line of this log.' | head -c 100000000"));
            worker.start();
            until(() -> !server.log("loud").isEmpty());
            server.submit(Assignments.shell("quiet", "echo hello"));
            until(() -> server.result("quiet").isPresent());
            System.out.println(
                    "quiet ended before loud: " + server.result("loud").isEmpty());
            until(() -> server.result("loud").isPresent());
        }
        List<String> log = server.log("loud");
        System.out.println("loud: " + server.result("loud").orElseThrow().outcome());
        System.out.println(
                "characters kept: " + log.stream().mapToLong(String::length).sum());
        System.out.println(log.stream()
                .filter(line -> line.contains("dropped"))
                .findFirst()
                .orElse("nothing dropped"));
        System.exit(0);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(5)).pollInterval(Duration.ofMillis(5)).until(condition);
    }
}
