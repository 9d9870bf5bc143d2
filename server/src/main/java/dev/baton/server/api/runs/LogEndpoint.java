package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.server.api.Services;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Event;
import dev.baton.server.http.Json;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.log.LogLine;
import dev.baton.server.log.LogPage;
import dev.baton.server.security.Access;
import dev.baton.worker.Dispatch;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The endpoint for the log of a run: as text, or line by line while it is written. */
final class LogEndpoint {

    private static final int MOST_AT_ONCE = 1_000_000;

    /** The media type of a log as lines of JSON. */
    private static final String LINES = "application/x-ndjson";

    /** The header with the offset at which a reader continues. */
    private static final String NEXT = "Baton-Next-Offset";

    private static final Parameter<Long> OFFSET = new Parameter<>(
            "offset",
            "The offset in bytes: the first line begins there or later.",
            Map.of("type", "integer", "minimum", 0),
            LogEndpoint::offset);
    private static final Parameter<Integer> LIMIT = Parameter.integer(
            "limit",
            1,
            MOST_AT_ONCE,
            "The approximate number of bytes; the whole log if missing. The header " + NEXT
                    + " contains the offset at which to continue.");

    private static final Parameter<Integer> TAIL = Parameter.integer(
            "tail",
            1,
            MOST_AT_ONCE,
            "Begin about this many bytes before the end, regardless of offset. With events, one of type \"begin\" comes"
                    + " first, with the offset.");

    private final Services services;
    private final LogFollowers followers;

    /** The beginning of the last part of a log. */
    private record BeginEvent(long offset) {}

    /** A line as JSON. */
    private record Line(
            long offset, Instant time, int attempt, Dispatch.Stream stream, String text, boolean continued) {}

    LogEndpoint(Services services, LogFollowers followers) {
        this.services = services;
        this.followers = followers;
    }

    Endpoint endpoint() {
        return Endpoint.get(RunEndpoints.ONE + "/log", Access.VIEWER, this::read)
                .operation("runs.log")
                .about(
                        "Read the log of a run",
                        "Returns text; with Accept: text/event-stream, lines as events while"
                                + " they are written: the id of each event \"line\" is the offset of the next line, and"
                                + " an event \"end\" comes last. With Accept: " + LINES
                                + ", the current log as lines of JSON"
                                + " with offset, time, attempt, stream, text, and whether the next one continues it.")
                .query(OFFSET, LIMIT, TAIL)
                .givesMedia("text/plain");
    }

    private Response read(Request request) {
        RunId id = request.runId("id");
        Execution execution = services.baton().execution(id.execution());
        execution.step(id.number());
        Integer tail = request.queryOrNull(TAIL);
        long offset = tail == null ? request.query(OFFSET).orElse(0L) : fromEnd(id, tail);
        Integer limit = request.queryOrNull(LIMIT);
        if (request.header("Accept").filter(types -> types.contains(LINES)).isPresent()) {
            return as(LINES, LogEndpoint::appendJson, id, offset, limit);
        }
        if (request.wantsEvents()) {
            long from =
                    request.header("Last-Event-ID").map(LogEndpoint::lastSeen).orElse(offset);
            return Response.stream(stream -> {
                if (tail != null) {
                    stream.send(Event.of(null, "begin", new BeginEvent(from)));
                }
                followers.follow(stream, execution, id, from);
            });
        }
        return as("text/plain; charset=utf-8", LogEndpoint::append, id, offset, limit);
    }

    private Response as(
            String type, BiConsumer<LogLine, StringBuilder> format, RunId id, long offset, @Nullable Integer limit) {
        if (limit == null) {
            return Response.bytes(type, new LogStream(services.logs(), id, offset, format));
        }
        LogPage page = services.logs().read(id, offset, limit);
        StringBuilder text = new StringBuilder();
        page.lines().forEach(line -> format.accept(line, text));
        return Response.bytes(type, new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)))
                .header(NEXT, Long.toString(page.next()));
    }

    private long fromEnd(RunId id, int bytes) {
        return services.logs()
                .summary(id)
                .map(summary -> Math.max(0, summary.bytes() - bytes))
                .orElse(0L);
    }

    static void append(LogLine line, StringBuilder text) {
        text.append(line.entry().text());
        if (!line.isContinued()) {
            text.append('\n');
        }
    }

    private static void appendJson(LogLine line, StringBuilder text) {
        Dispatch.LogEntry entry = line.entry();
        text.append(Json.mapper()
                        .writeValueAsString(new Line(
                                line.offset(),
                                entry.time(),
                                line.attempt(),
                                entry.stream(),
                                entry.text(),
                                line.isContinued())))
                .append('\n');
    }

    private static long lastSeen(String eventId) {
        try {
            return offset(eventId);
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badRequest("Last-Event-ID: " + wrong.getMessage());
        }
    }

    private static long offset(String text) {
        try {
            long offset = Long.parseLong(text);
            if (offset >= 0) {
                return offset;
            }
        } catch (NumberFormatException notANumber) {
            // handled below
        }
        throw new IllegalArgumentException("it is not an offset, which is a whole number from 0 on");
    }
}
