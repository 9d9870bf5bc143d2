package dev.baton.server.notify;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server that receives notifications. */
final class Receiver implements AutoCloseable {

    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile int answer = 204;

    /** A request that came. */
    record Received(Headers headers, String body) {

        JsonNode json() {
            return new JsonMapper().readTree(body);
        }

        String text(String field) {
            return json().get(field).asString();
        }
    }

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(new Received(exchange.getRequestHeaders(), body));
        exchange.sendResponseHeaders(answer, -1);
        exchange.close();
    }

    void answers(int status) {
        answer = status;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    List<Received> received() {
        return received;
    }

    List<String> events() {
        return received.stream().map(request -> request.text("event")).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
