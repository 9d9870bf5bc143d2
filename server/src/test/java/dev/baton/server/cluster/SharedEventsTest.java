package dev.baton.server.cluster;

import static dev.baton.server.cluster.Cluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that a subscriber on one server gets the events of all servers. */
class SharedEventsTest extends OnTwoServers {

    private static final String ONE = """
            [[jobs]]
            id = "one"
            command = "true"
            """;

    SharedEventsTest() {
        super(ONE);
    }

    @Test
    void what_becomes_of_definitions_on_another_server_is_told_once() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        Stream<String> events = b.events("/events?type=job.");
        Thread reader =
                new Thread(() -> events.filter(line -> line.startsWith("data:")).forEach(seen::add));
        reader.setDaemon(true);
        reader.start();
        await().atMost(PATIENCE).until(() -> {
            a.send("POST", "/jobs/one/pause", "", 204);
            return !seen.isEmpty();
        });
        a.send("POST", "/jobs", "{\"id\": \"two\", \"command\": \"true\"}", 201);
        // Both servers have it by then: the second could have told of it as well.
        await().atMost(PATIENCE).until(() -> b.status("/jobs/two") == 200);
        a.send("DELETE", "/jobs/two", "", 204);
        await().atMost(PATIENCE).until(() -> b.status("/jobs/two") == 404);
        a.send("POST", "/jobs/one/resume", "", 204);
        await().atMost(PATIENCE).until(() -> seen.stream().anyMatch(line -> line.contains("job.resumed")));
        assertThat(seen.stream().filter(line -> line.contains("job.created"))).hasSize(1);
        assertThat(seen.stream().filter(line -> line.contains("job.removed"))).hasSize(1);
        events.close();
    }

    @Test
    void what_happens_on_another_server_is_told_once() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        Stream<String> events = b.events("/events?type=execution.started");
        Thread reader =
                new Thread(() -> events.filter(line -> line.startsWith("data:")).forEach(seen::add));
        reader.setDaemon(true);
        reader.start();
        // The other server hears a moment later that somebody follows: one of the first may be missed.
        await().atMost(PATIENCE).until(() -> {
            a.trigger("one");
            return !seen.isEmpty();
        });
        String execution = a.trigger("one");
        String last = a.trigger("one");
        await().atMost(PATIENCE).until(() -> seen.stream().anyMatch(line -> line.contains(last)));
        assertThat(seen.stream().filter(line -> line.contains(execution))).hasSize(1);
        events.close();
    }
}
