package dev.baton.server.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.event.EventFilter;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.EventSubscription;
import dev.baton.server.http.ApiServer;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.security.Role;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Database;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EventEndpointsTest {

    private static final int MANY = 2_000;

    @TempDir
    private Path directory;

    @Test
    @Timeout(180)
    void many_events_come_in_the_order_in_which_they_happened() throws Exception {
        Clock clock = Clock.systemUTC();
        try (EventHub hub = new EventHub(clock);
                Database database = Database.sqlite(directory.resolve("server.db"))) {
            EventSubscription first = hub.subscribe(EventFilter.ALL, null);
            for (int i = 0; i <= MANY; i++) {
                hub.publish("test.happened", Map.of("number", i));
            }
            String seen = first.next(1).get(0).id();
            Tokens tokens = new Tokens(database, clock);
            String token = tokens.create("viewer", Role.VIEWER, null).secret().reveal();
            try (ApiServer server = ApiServer.start(
                    HttpSettings.loopback(0),
                    new EventEndpoints(hub).endpoints(),
                    new ApiServer.Guard(tokens, new Sessions(database, clock), new AuditLog(database, clock)))) {
                List<String> ids = ids(server, token, seen);
                assertThat(ids).hasSize(MANY).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    private static List<String> ids(ApiServer server, String token, String lastSeen) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/events"))
                .header("Authorization", "Bearer " + token)
                .header("Last-Event-ID", lastSeen)
                .build();
        HttpResponse<Stream<String>> answer = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request, BodyHandlers.ofLines());
        try (Stream<String> lines = answer.body()) {
            assertThat(answer.statusCode()).isEqualTo(200);
            return lines.filter(line -> line.startsWith("id: ")).limit(MANY).toList();
        }
    }
}
