package dev.baton.worker.wire;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.MessageRefusedException;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.WorkerNotAllowedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The client of a server on another host, over HTTP. Safe from any thread.
 *
 * <pre>{@code
 * Dispatch server = new HttpDispatch(URI.create("https://baton.example.com"), token);
 * }</pre>
 */
public final class HttpDispatch implements Dispatch {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

    private final URI base;
    private final String token;
    private final HttpClient client;

    /** How long a heartbeat may take: several must fit into a lease, or one server that hangs would cost it. */
    private volatile Duration patienceForPulse = PATIENCE;

    /**
     * A client of the server at this address.
     *
     * @param server like {@code https://baton.example.com}
     * @param token a worker's token
     */
    public HttpDispatch(URI server, String token) {
        this(
                server,
                token,
                HttpClient.newBuilder()
                        .connectTimeout(PATIENCE)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build());
    }

    /** A client with a custom HTTP client: for certificates that the JVM does not trust, or for a proxy. */
    public HttpDispatch(URI server, String token, HttpClient client) {
        String root = server.toString();
        this.base = URI.create((root.endsWith("/") ? root : root + "/") + "api/v1/workers/");
        this.token = token;
        this.client = client;
    }

    /** A client of the first of these servers that answers, with failover to the next. */
    public static Dispatch toAny(List<URI> servers, String token) {
        return servers.size() == 1
                ? new HttpDispatch(servers.get(0), token)
                : new ServersDispatch(servers.stream()
                        .map(server -> new HttpDispatch(server, token))
                        .toList());
    }

    @Override
    public Registration register(Introduction worker) {
        Registration registration = read(post("register", worker, PATIENCE), Registration.class);
        Duration least =
                registration.heartbeat().compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : registration.heartbeat();
        patienceForPulse = least.compareTo(PATIENCE) < 0 ? least : PATIENCE;
        return registration;
    }

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        String answer = post("claim", new Messages.Claim(worker, most, patience), patience.plus(PATIENCE));
        return read(answer, Messages.Claimed.class).assignments();
    }

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        return read(
                post("heartbeat", new Messages.Heartbeat(worker, List.copyOf(running)), patienceForPulse), Pulse.class);
    }

    @Override
    public void log(String worker, String lease, List<LogEntry> entries) {
        post("log", new Messages.Log(worker, lease, entries, null), PATIENCE);
    }

    @Override
    public void logAgain(String worker, String lease, List<LogEntry> entries) {
        post("log", new Messages.Log(worker, lease, entries, true), PATIENCE);
    }

    @Override
    public Logged logged(String worker, String lease) {
        return read(post("logged", new Messages.HowMuch(worker, lease), PATIENCE), Logged.class);
    }

    @Override
    public ResultsPage results(String worker, String lease, int from) {
        return read(post("results", new Messages.Results(worker, lease, from), PATIENCE), ResultsPage.class);
    }

    @Override
    public void finish(String worker, String lease, Result result) {
        post("finish", new Messages.Finish(worker, lease, result), PATIENCE);
    }

    @Override
    public void leave(String worker) {
        post("leave", new Messages.Leave(worker), PATIENCE);
    }

    private String post(String what, Object message, Duration timeout) {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(what))
                .timeout(timeout)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(WireFormat.mapper().writeValueAsBytes(message)))
                .build();
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() / 100 == 2) {
                return response.body();
            }
            throw failure(response);
        } catch (IOException e) {
            throw new DispatchUnavailableException("%s cannot be reached: %s".formatted(base.getAuthority(), e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DispatchUnavailableException("interrupted while talking to " + base.getAuthority(), e);
        }
    }

    private RuntimeException failure(HttpResponse<String> response) {
        String said = detail(response);
        int status = response.statusCode();
        return switch (status) {
            case 401, 403 ->
                new WorkerNotAllowedException(
                        "%s refuses the worker (%d): the token is not a worker's token, or no longer valid. Create one with the role \"worker\" on the server. %s"
                                .formatted(base.getAuthority(), status, said));
            case 409 -> new LeaseLostException(said);
            case 408, 425, 429 -> new DispatchUnavailableException(said);
            case 404 ->
                isProblem(response)
                        ? new UnknownWorkerException(said)
                        : new DispatchUnavailableException(
                                "%s answers 404: no Baton server, or one without remote workers".formatted(base));
            default ->
                status >= 400 && status < 500
                        ? new MessageRefusedException(said)
                        : new DispatchUnavailableException(said);
        };
    }

    private static boolean isProblem(HttpResponse<String> response) {
        return response.headers()
                .firstValue("content-type")
                .filter(type -> type.startsWith("application/problem+json"))
                .isPresent();
    }

    private String detail(HttpResponse<String> response) {
        String described = "%s answered %d".formatted(response.uri(), response.statusCode());
        if (!isProblem(response)) {
            return described;
        }
        try {
            JsonNode problem = WireFormat.mapper().readTree(response.body());
            JsonNode detail = problem.path(problem.has("detail") ? "detail" : "title");
            return detail.isString() ? described + ": " + detail.stringValue() : described;
        } catch (JacksonException e) {
            return described;
        }
    }

    private <T> T read(String answer, Class<T> type) {
        try {
            return WireFormat.mapper().readValue(answer, type);
        } catch (JacksonException e) {
            throw new DispatchUnavailableException(
                    "%s answered what this worker does not understand; are both of the same version? %s"
                            .formatted(base.getAuthority(), e.getOriginalMessage()),
                    e);
        }
    }
}
