package dev.baton.server.metric;

import dev.baton.server.metric.Span.FailedAttempt;
import dev.baton.server.metric.Span.Place;
import dev.baton.worker.wire.JsonMappers;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Spans in the JSON form of OTLP. */
final class OtlpJson {

    private static final JsonMapper JSON = JsonMappers.plain();
    private static final int INTERNAL = 1;
    private static final int OK = 1;
    private static final int ERROR = 2;
    private static final long NANOS = 1_000_000_000L;

    private OtlpJson() {}

    static byte[] write(String service, List<Span> spans) {
        Map<String, Object> scope = Map.of(
                "scope",
                Map.of("name", "dev.baton"),
                "spans",
                spans.stream().map(OtlpJson::span).toList());
        Map<String, Object> resource = Map.of("attributes", attributes(Map.of("service.name", service)));
        return JSON.writeValueAsBytes(
                Map.of("resourceSpans", List.of(Map.of("resource", resource, "scopeSpans", List.of(scope)))));
    }

    private static Map<String, Object> span(Span span) {
        Map<String, Object> json = new LinkedHashMap<>();
        Place place = span.place();
        json.put("traceId", place.trace());
        json.put("spanId", place.id());
        if (place.parent() != null) {
            json.put("parentSpanId", place.parent());
        }
        json.put("name", span.name());
        json.put("kind", INTERNAL);
        json.put("startTimeUnixNano", nanos(span.begin()));
        json.put("endTimeUnixNano", nanos(span.end()));
        json.put("attributes", attributes(span.attributes()));
        json.put("events", span.retries().stream().map(OtlpJson::retry).toList());
        String error = span.error();
        json.put("status", error == null ? Map.of("code", OK) : Map.of("code", ERROR, "message", error));
        return json;
    }

    private static Map<String, Object> retry(FailedAttempt failed) {
        return Map.of(
                "timeUnixNano", nanos(failed.at()),
                "name", "retry",
                "attributes",
                        attributes(Map.of("baton.attempt", failed.attempt(), "exception.message", failed.error())));
    }

    private static List<Map<String, Object>> attributes(Map<String, Object> attributes) {
        return attributes.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .<Map<String, Object>>map(entry -> Map.of("key", entry.getKey(), "value", value(entry.getValue())))
                .toList();
    }

    /** Whole numbers are text: they have 64 bits, and the numbers of JSON are not sure to. */
    private static Map<String, Object> value(Object value) {
        return value instanceof Integer || value instanceof Long
                ? Map.of("intValue", value.toString())
                : Map.of("stringValue", value.toString());
    }

    private static String nanos(Instant time) {
        return Long.toString(time.getEpochSecond() * NANOS + time.getNano());
    }
}
