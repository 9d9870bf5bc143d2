package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private final List<EventStream> streams = new CopyOnWriteArrayList<>();
    private final AtomicInteger closed = new AtomicInteger();
    private final TestServer server = TestServer.with(
            Endpoint.get(
                            "/api/v1/events",
                            Access.VIEWER,
                            request -> Response.stream(stream -> {
                                stream.onClose(closed::incrementAndGet);
                                streams.add(stream);
                            }))
                    .givesMedia("text/event-stream"),
            Endpoint.get("/api/v1/replay", Access.VIEWER, request -> Response.stream(EventStreamTest::replay))
                    .givesMedia("text/event-stream"));

    @AfterEach
    void stop() {
        server.close();
    }

    /** Ten thousand events, as fast as the client takes them. */
    private static void replay(EventStream stream) {
        AtomicInteger next = new AtomicInteger();
        Runnable more = () -> {
            while (stream.hasRoom() && next.get() < 10_000) {
                int id = next.getAndIncrement();
                stream.send(new Event(Integer.toString(id), "line", "x".repeat(100)));
            }
            if (next.get() == 10_000 && stream.hasRoom()) {
                stream.onDrained(() -> {});
                stream.send(new Event(null, "end", ""));
            }
        };
        stream.onDrained(more);
        more.run();
    }

    /** In HTTP 1.0, in which there are no chunks to take apart. */
    private Socket open(String path, String... headers) throws IOException {
        Socket socket = server.connect();
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer "
                                + server.token(Role.VIEWER) + "\r\nAccept: text/event-stream\r\n" + more + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void readUntil(BufferedReader reader, String wanted) throws IOException {
        String line = reader.readLine();
        while (line != null && !line.equals(wanted)) {
            line = reader.readLine();
        }
        assertThat(line).isEqualTo(wanted);
    }

    private void awaitStreams(int count) {
        await().atMost(Duration.ofSeconds(60)).until(() -> streams.size() == count);
    }

    @Test
    void events_arrive_with_id_name_and_data() throws IOException {
        try (Socket socket = open("/api/v1/events")) {
            awaitStreams(1);
            streams.get(0).send(new Event("7", "run", "{\"a\":1}\nsecond"));
            BufferedReader reader = reader(socket);
            readUntil(reader, "Content-Type: text/event-stream;charset=utf-8");
            readUntil(reader, "id: 7");
            readUntil(reader, "event: run");
            readUntil(reader, "data: {\"a\":1}");
            readUntil(reader, "data: second");
        }
    }

    @Test
    void a_client_that_comes_back_says_what_it_saw_last() throws IOException {
        try (Socket socket = open("/api/v1/events", "Last-Event-ID: 41")) {
            awaitStreams(1);
            assertThat(socket.isConnected()).isTrue();
            assertThat(streams.get(0).lastEventId()).contains("41");
        }
    }

    @Test
    void a_client_that_reads_nothing_is_cut_off_and_blocks_nobody() throws IOException {
        try (Socket slow = open("/api/v1/events")) {
            awaitStreams(1);
            sendUntilCutOff(slow);
        }
    }

    private void sendUntilCutOff(Socket slow) throws IOException {
        try (Socket quick = open("/api/v1/events")) {
            awaitStreams(2);
            BufferedReader reader = reader(quick);
            Event large = new Event(null, "run", "x".repeat(10_000));
            for (int i = 0; i < 3000 && closed.get() == 0; i++) {
                Event numbered = new Event(Integer.toString(i), "run", large.data());
                streams.get(0).send(numbered);
                if (streams.get(1).send(numbered)) {
                    readUntil(reader, "id: " + i);
                }
            }
            await().until(() -> closed.get() >= 1);
            assertThat(slow.isConnected()).isTrue();
        }
    }

    @Test
    void a_long_replay_goes_at_the_pace_of_the_client() throws IOException {
        try (Socket socket = open("/api/v1/replay")) {
            BufferedReader reader = reader(socket);
            readUntil(reader, "id: 0");
            readUntil(reader, "id: 9999");
            readUntil(reader, "event: end");
        }
    }

    @Test
    void a_thousand_clients_take_no_thread_each() throws IOException {
        int threads = Thread.activeCount();
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            sockets.add(open("/api/v1/events"));
        }
        awaitStreams(1000);
        assertThat(Thread.activeCount() - threads).isLessThan(250);
        streams.forEach(stream -> stream.send(new Event("1", "run", "{}")));
        for (Socket socket : sockets) {
            readUntil(reader(socket), "event: run");
            socket.close();
        }
    }

    @Test
    void a_stream_ends_when_its_token_is_revoked() throws IOException {
        try (Socket socket = open("/api/v1/events")) {
            awaitStreams(1);
            UUID viewer = server.tokens.list(null, 10).stream()
                    .filter(token -> token.role() == Role.VIEWER)
                    .findFirst()
                    .orElseThrow()
                    .id();
            server.tokens.revoke(viewer);
            BufferedReader reader = reader(socket);
            while (reader.readLine() != null) {
                assertThat(socket.isClosed()).isFalse();
            }
            assertThat(closed).hasValue(1);
        }
    }

    @Test
    void asking_for_the_head_of_a_stream_opens_none() {
        HttpResponse<String> head = server.send(
                server.as(Role.VIEWER, "/api/v1/events").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(streams).isEmpty();
    }

    @Test
    void streams_end_when_the_server_stops() throws IOException {
        try (Socket socket = open("/api/v1/events")) {
            awaitStreams(1);
            server.server.close();
            assertThat(closed).hasValue(1);
            BufferedReader reader = reader(socket);
            while (reader.readLine() != null) {
                assertThat(socket.isClosed()).isFalse();
            }
        }
    }
}
