package dev.baton.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A load balancer without sticky sessions: each request goes to the next server that takes the connection. */
final class RoundRobin implements AutoCloseable {

    private static final int BAD_GATEWAY = 502;

    private final List<URI> servers;
    private final AtomicInteger next = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final HttpServer door;

    RoundRobin(List<URI> servers) throws IOException {
        this.servers = List.copyOf(servers);
        this.door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        door.createContext("/", this::pass);
        door.setExecutor(threads);
        door.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + door.getAddress().getPort());
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            int tried = 0;
            while (tried < servers.size() && !isAnswered(exchange, body)) {
                tried++;
            }
            if (tried == servers.size()) {
                exchange.sendResponseHeaders(BAD_GATEWAY, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the next server has answered; false when it is dead. */
    private boolean isAnswered(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        URI server = servers.get(Math.floorMod(next.getAndIncrement(), servers.size()));
        HttpResponse<byte[]> answer;
        try {
            answer = client.send(request(exchange, server, body), BodyHandlers.ofByteArray());
        } catch (ConnectException dead) {
            return false;
        }
        answer.headers()
                .firstValue("Content-Type")
                .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
        byte[] said = answer.body();
        exchange.sendResponseHeaders(answer.statusCode(), said.length == 0 ? -1 : said.length);
        if (said.length > 0) {
            exchange.getResponseBody().write(said);
        }
        return true;
    }

    private static HttpRequest request(HttpExchange exchange, URI server, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(exchange.getRequestURI()))
                .timeout(Duration.ofSeconds(60))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        for (String name : List.of("Authorization", "Content-Type", "Accept")) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        return request.build();
    }

    @Override
    public void close() {
        door.stop(0);
        threads.shutdownNow();
    }
}
