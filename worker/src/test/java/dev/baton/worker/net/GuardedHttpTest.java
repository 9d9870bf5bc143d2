package dev.baton.worker.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardedHttpTest {

    private static final HttpCall.Limits LIMITS = new HttpCall.Limits(Duration.ofSeconds(10), 10_000, 3);

    /** Of all that is not public, only the server of the test. */
    private static final Allowed HERE = new Allowed(false, Set.of(), Set.of(Cidr.of("127.0.0.1")));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final GuardedHttp http = new GuardedHttp(new AddressGuard(HERE), threads);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void an_answer_has_status_headers_and_body() throws Exception {
        on("/a", exchange -> {
            exchange.getResponseHeaders().add("X-Test", "yes");
            answer(exchange, 201, "q=" + exchange.getRequestURI().getRawQuery());
        });
        HttpAnswer answer = http.send(HttpCall.get(at("/a?x=%20y"), LIMITS));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("x-test")).contains("yes");
        assertThat(answer.text()).isEqualTo("q=x=%20y");
    }

    @Test
    void a_body_in_chunks_is_put_together() throws Exception {
        on("/chunks", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 5; i++) {
                exchange.getResponseBody().write(("piece " + i + ";").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
            exchange.close();
        });
        assertThat(http.send(HttpCall.get(at("/chunks"), LIMITS)).text())
                .isEqualTo("piece 0;piece 1;piece 2;piece 3;piece 4;");
    }

    @Test
    void method_headers_and_body_are_sent() throws Exception {
        on(
                "/echo",
                exchange -> answer(
                        exchange,
                        200,
                        exchange.getRequestMethod() + " "
                                + exchange.getRequestHeaders().getFirst("X-Key") + " "
                                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        HttpCall call =
                new HttpCall("PUT", at("/echo"), Map.of("X-Key", "k"), "body".getBytes(StandardCharsets.UTF_8), LIMITS);
        assertThat(http.send(call).text()).isEqualTo("PUT k body");
    }

    @Test
    void a_redirect_to_an_address_that_is_not_allowed_is_refused() {
        on("/away", exchange -> redirect(exchange, 302, "http://169.254.169.254/latest/meta-data"));
        assertThatThrownBy(() -> http.send(HttpCall.get(at("/away"), LIMITS)))
                .isInstanceOf(AddressRefusedException.class)
                .hasMessageContaining("metadata");
    }

    @Test
    void a_redirect_is_followed() throws Exception {
        on("/one", exchange -> redirect(exchange, 302, "two"));
        on("/two", exchange -> answer(exchange, 200, exchange.getRequestMethod()));
        HttpAnswer answer = http.send(new HttpCall("POST", at("/one"), Map.of(), new byte[] {1}, LIMITS));
        assertThat(answer.text()).isEqualTo("GET");
        assertThat(answer.uri()).isEqualTo(at("/two"));
    }

    @Test
    void a_redirect_that_keeps_the_method_keeps_the_body() throws Exception {
        on("/one", exchange -> redirect(exchange, 307, "/two"));
        on(
                "/two",
                exchange -> answer(
                        exchange,
                        200,
                        exchange.getRequestMethod() + exchange.getRequestBody().readAllBytes().length));
        assertThat(http.send(new HttpCall("POST", at("/one"), Map.of(), new byte[] {1, 2}, LIMITS))
                        .text())
                .isEqualTo("POST2");
    }

    @Test
    void another_server_does_not_see_credentials() throws Exception {
        AtomicReference<List<String>> seen = new AtomicReference<>();
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            seen.set(exchange.getRequestHeaders().keySet().stream().sorted().toList());
            answer(exchange, 200, "");
        });
        other.start();
        on(
                "/away",
                exchange -> redirect(
                        exchange, 307, "http://127.0.0.1:" + other.getAddress().getPort() + "/"));
        Map<String, String> headers = Map.of("Authorization", "Bearer t", "X-Api-Key", "k", "Accept", "*/*");
        http.send(new HttpCall("GET", at("/away"), headers, new byte[0], LIMITS));
        other.stop(0);
        assertThat(seen.get()).contains("Accept").doesNotContain("Authorization", "X-api-key");
    }

    @Test
    void redirects_without_end_are_ended() {
        on("/loop", exchange -> redirect(exchange, 302, "/loop"));
        assertThatThrownBy(() -> http.send(HttpCall.get(at("/loop"), LIMITS)))
                .hasMessageContaining("more than 3 redirects");
    }

    @Test
    void redirects_need_not_be_followed() throws Exception {
        on("/away", exchange -> redirect(exchange, 302, "http://10.0.0.1/"));
        HttpCall.Limits none = new HttpCall.Limits(Duration.ofSeconds(10), 10, 0);
        assertThat(http.send(HttpCall.get(at("/away"), none)).status()).isEqualTo(302);
    }

    @Test
    void a_name_that_is_resolved_again_leads_nowhere_else() throws Exception {
        // The first answer is allowed, any further one is the address that an attacker is after.
        AtomicInteger lookups = new AtomicInteger();
        Resolver rebinding = host -> List.of(Cidr.of(lookups.getAndIncrement() == 0 ? "127.0.0.1" : "127.0.0.2")
                .base());
        on("/", exchange -> answer(exchange, 200, exchange.getRequestHeaders().getFirst("Host")));
        GuardedHttp rebound = new GuardedHttp(new AddressGuard(rebinding, HERE), threads);
        URI uri = URI.create("http://rebind.example:" + server.getAddress().getPort() + "/");
        assertThat(rebound.send(HttpCall.get(uri, LIMITS)).text()).startsWith("rebind.example:");
        assertThat(lookups).hasValue(1);
        assertThatThrownBy(() -> rebound.send(HttpCall.get(uri, LIMITS))).isInstanceOf(AddressRefusedException.class);
    }

    @Test
    void an_answer_that_is_too_large_is_refused() {
        on("/large", exchange -> answer(exchange, 200, "x".repeat(10_001)));
        on("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (true) {
                exchange.getResponseBody().write(new byte[1000]);
            }
        });
        assertThatThrownBy(() -> http.send(HttpCall.get(at("/large"), LIMITS)))
                .hasMessageContaining("larger than 10,000 bytes");
        assertThatThrownBy(() -> http.send(HttpCall.get(at("/endless"), LIMITS)))
                .hasMessageContaining("larger than 10,000 bytes");
    }

    @Test
    void what_is_compressed_is_unpacked_up_to_the_limit() throws Exception {
        on("/small", exchange -> answer(exchange, gzip("yes".repeat(1_000))));
        on("/bomb", exchange -> answer(exchange, gzip("x".repeat(10_000_000))));
        assertThat(http.send(HttpCall.get(at("/small"), LIMITS)).text()).isEqualTo("yes".repeat(1_000));
        assertThatThrownBy(() -> http.send(HttpCall.get(at("/bomb"), LIMITS)))
                .hasMessageContaining("larger than 10,000 bytes");
    }

    @Test
    void an_answer_that_breaks_off_or_is_none_is_told_so() throws Exception {
        assertThatThrownBy(() -> answered("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"))
                .hasMessage("127.0.0.1 closed the connection in the middle of its answer");
        assertThatThrownBy(() -> answered("SSH-2.0-OpenSSH_9.2\r\n\r\n"))
                .hasMessage("127.0.0.1 does not speak HTTP/1.1");
        assertThatThrownBy(() -> answered("HTTP/1.1 200 OK\r\nX: " + "x".repeat(70_000) + "\r\n\r\n"))
                .hasMessageContaining("more than 65,536 bytes");
    }

    /** What comes of a server that says this and no more. */
    private String answered(String said) throws Exception {
        try (ServerSocket crude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> {
                try (Socket accepted = crude.accept()) {
                    accepted.getInputStream().read(new byte[10_000]);
                    accepted.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException ended) {
                    throw new UncheckedIOException(ended);
                }
            });
            URI uri = URI.create("http://127.0.0.1:" + crude.getLocalPort() + "/");
            return http.send(HttpCall.get(uri, LIMITS)).text();
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void answer(HttpExchange exchange, byte[] gzip) throws IOException {
        assertThat(exchange.getRequestHeaders().getFirst("Accept-Encoding")).contains("gzip");
        exchange.getResponseHeaders().add("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(200, gzip.length);
        exchange.getResponseBody().write(gzip);
        exchange.close();
    }

    @Test
    void a_server_that_never_answers_is_not_waited_for() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpCall.Limits limits = new HttpCall.Limits(Duration.ofMillis(200), 10, 0);
            URI uri = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");
            assertThatThrownBy(() -> http.send(HttpCall.get(uri, limits)))
                    .isInstanceOf(InterruptedIOException.class)
                    .hasMessageContaining("did not answer within 200 ms");
        }
    }

    @Test
    void an_interrupt_closes_the_connection() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");
            Future<HttpAnswer> sending = threads.submit(() -> http.send(HttpCall.get(uri, LIMITS)));
            try (Socket accepted = silent.accept()) {
                sending.cancel(true);
                accepted.setSoTimeout(5_000);
                assertThatCode(() -> accepted.getInputStream().readAllBytes())
                        .as("reads to the end of the connection")
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void what_could_be_misread_is_refused() {
        assertThatThrownBy(() -> call("GET", "http://a.example/", Map.of("X", "a\r\nHost: b")))
                .hasMessageContaining("control character");
        assertThatThrownBy(() -> call("GET", "http://a.example/", Map.of("Content-Length", "5")))
                .hasMessageContaining("cannot be set");
        assertThatThrownBy(() -> call("GET /x", "http://a.example/", Map.of())).hasMessageContaining("not a method");
        assertThatThrownBy(() -> call("GET", "file:///etc/passwd", Map.of())).hasMessageContaining("only http");
        assertThatThrownBy(() -> call("GET", "http://u:p@a.example/", Map.of()))
                .hasMessageContaining("user name")
                .hasMessageNotContaining("u:p");
    }

    private static HttpCall call(String method, String uri, Map<String, String> headers) {
        return new HttpCall(method, URI.create(uri), headers, new byte[0], LIMITS);
    }

    private void on(String path, Behaviour behaviour) {
        server.createContext(path, behaviour::handle);
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private static void redirect(HttpExchange exchange, int status, String location) throws IOException {
        exchange.getResponseHeaders().add("Location", location);
        answer(exchange, status, "");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private interface Behaviour {
        void handle(HttpExchange exchange) throws IOException;
    }
}
