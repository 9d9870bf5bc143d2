package dev.baton.server.http;

import dev.baton.server.http.ApiServer.Guard;
import dev.baton.server.security.Role;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Database;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real server on a free port, with a token for each role, on a database of its own. */
final class TestServer implements AutoCloseable {

    private static final Path FOLDER = newFolder();
    private static final AtomicInteger COUNT = new AtomicInteger();

    final Database database;
    final Tokens tokens;
    final Sessions sessions;
    final AuditLog audit;
    final ApiServer server;
    final List<Endpoint> table;
    private final Map<Role, String> secrets = new EnumMap<>(Role.class);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    TestServer(Database database, HttpSettings settings, List<Endpoint> endpoints) {
        this(database, settings, endpoints, Masks.NONE);
    }

    TestServer(Database database, HttpSettings settings, List<Endpoint> endpoints, Masks masks) {
        this.database = database;
        this.tokens = new Tokens(database, Clock.systemUTC());
        this.sessions = new Sessions(database, Clock.systemUTC());
        this.audit = new AuditLog(database, Clock.systemUTC());
        for (Role role : Role.values()) {
            secrets.put(role, tokens.create("the-" + role, role, null).secret().reveal());
        }
        List<Endpoint> all = new ArrayList<>(endpoints);
        all.addAll(new SessionEndpoints(tokens, sessions, settings).endpoints());
        all.addAll(new TokenEndpoints(tokens, Clock.systemUTC()).endpoints());
        all.addAll(new AuditEndpoints(audit).endpoints());
        all.addAll(new HealthEndpoints(List::of).endpoints());
        this.table = List.copyOf(all);
        this.server = ApiServer.start(settings, table, new Guard(tokens, sessions, audit, masks));
    }

    static TestServer with(Endpoint... endpoints) {
        return with(HttpSettings.loopback(0), endpoints);
    }

    static TestServer with(HttpSettings settings, Endpoint... endpoints) {
        return new TestServer(freshDatabase(), settings, List.of(endpoints));
    }

    static Database freshDatabase() {
        return Database.sqlite(FOLDER.resolve("server" + COUNT.incrementAndGet() + ".db"));
    }

    /** For the databases of all tests of this process: it is removed when the process ends, which closes the last. */
    private static Path newFolder() {
        try {
            Path folder = Files.createTempDirectory("baton-http");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String token(Role role) {
        return secrets.get(role);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    HttpRequest.Builder as(Role role, String path) {
        return request(path).header("Authorization", "Bearer " + token(role));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    HttpResponse<String> get(Role role, String path) {
        return send(as(role, path));
    }

    HttpResponse<String> post(Role role, String path, String json) {
        return send(as(role, path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    /** Signs in and gives the cookie as a browser would send it. */
    String cookie(Role role) {
        HttpResponse<String> response = send(request("/api/v1/session")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\":\"" + token(role) + "\"}")));
        String header = response.headers().firstValue("Set-Cookie").orElseThrow();
        return header.substring(0, header.indexOf(';'));
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** Sends bytes as they are and gives everything that comes back until the server closes the connection. */
    String raw(String request) {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A request line and headers, for an admin, after which the connection is closed. */
    String rawAsAdmin(String line, String... headers) {
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\n");
        if (List.of(headers).stream().noneMatch(header -> header.startsWith("Host"))) {
            request.append("Host: localhost\r\n");
        }
        request.append("Authorization: Bearer ").append(token(Role.ADMIN)).append("\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return raw(request.append("Connection: close\r\n\r\n").toString());
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
