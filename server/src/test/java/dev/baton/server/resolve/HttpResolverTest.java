package dev.baton.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.Cidr;
import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.net.HttpCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpResolverTest {

    private static final HttpCall.Limits LIMITS = new HttpCall.Limits(Duration.ofSeconds(20), 10_000, 3);

    /** Of all that is not public, only the server of the test. */
    private static final Allowed HERE = new Allowed(false, Set.of(), Set.of(Cidr.of("127.0.0.1")));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpResolver resolver = new HttpResolver(new GuardedHttp(new AddressGuard(HERE), threads), LIMITS);
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

    /** What is resolved when the server answers so. */
    private List<Object> items(int status, String type, String body) throws Exception {
        server.createContext("/items", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            if (!type.isEmpty()) {
                exchange.getResponseHeaders().add("Content-Type", type);
            }
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        return resolve("/items?x=1");
    }

    private List<Object> resolve(String path) throws Exception {
        String uri = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return resolver.resolve(uri, new ResolveContext(3, Origin.API, Instant.EPOCH));
    }

    @Test
    void the_lines_of_a_text_are_items() throws Exception {
        assertThat(items(200, "text/plain; charset=utf-8", "a\n\n# no\nü\n")).containsExactly("a", "ü");
    }

    @Test
    void an_answer_that_does_not_say_what_it_is_is_text() throws Exception {
        assertThat(items(200, "", "a\nb")).containsExactly("a", "b");
    }

    @Test
    void the_elements_of_a_json_array_are_items() throws Exception {
        assertThat(items(200, "application/json", "[\"a\", 1, {\"b\": [true]}]"))
                .containsExactly("a", 1, Map.of("b", List.of(true)));
    }

    @Test
    void what_follows_one_item_more_than_allowed_is_not_looked_at() throws Exception {
        assertThat(items(200, "application/json", "[1, 2, 3, 4, this is no JSON"))
                .hasSize(4);
    }

    @Test
    void json_that_is_no_array_is_refused() {
        assertThatThrownBy(() -> items(200, "application/json", "{\"a\": 1}"))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("its JSON is not an array");
    }

    @Test
    void json_that_is_broken_is_refused() {
        assertThatThrownBy(() -> items(200, "application/json", "[1, "))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("not a JSON array");
    }

    @Test
    void a_null_among_the_elements_is_refused() {
        assertThatThrownBy(() -> items(200, "application/json", "[1, null]"))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("element 1 of its array is null");
    }

    @Test
    void a_page_for_people_is_refused() {
        assertThatThrownBy(() -> items(200, "text/html", "<p>sign in"))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("text/html");
    }

    @Test
    void an_error_is_not_taken_for_items() {
        assertThatThrownBy(() -> items(404, "text/plain", "not found"))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("status 404");
    }

    @Test
    void an_answer_that_is_too_large_is_refused() {
        assertThatThrownBy(() -> items(200, "text/plain", "x".repeat(10_001)))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("larger than 10,000 bytes");
    }

    @Test
    void a_redirect_to_what_is_not_public_is_refused() {
        server.createContext("/away", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://169.254.169.254/latest/meta-data");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        assertThatThrownBy(() -> resolve("/away"))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("169.254.169.254");
    }

    @Test
    void an_address_that_is_none_is_refused() {
        assertThatThrownBy(() ->
                        resolver.resolve("http://a b/", new ResolveContext(3, Origin.CONFIGURATION, Instant.EPOCH)))
                .isInstanceOf(ResolveException.class);
    }
}
