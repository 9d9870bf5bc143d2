package dev.baton.server.metric;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads a request to a collector by the field numbers of OTLP, and converts it to OTLP's JSON. */
final class OtlpRequest {

    private OtlpRequest() {}

    static JsonNode read(InputStream body) throws IOException {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        each(UnknownFieldSet.parseFrom(body), 1, json.putArray("resourceSpans"), resource -> {
            ObjectNode spans = JsonNodeFactory.instance.objectNode();
            each(resource, 2, spans.putArray("scopeSpans"), OtlpRequest::scope);
            return spans;
        });
        return json;
    }

    private static JsonNode scope(UnknownFieldSet scope) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        each(scope, 2, json.putArray("spans"), OtlpRequest::span);
        return json;
    }

    private static JsonNode span(UnknownFieldSet span) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("traceId", hex(span.getField(1)));
        json.put("spanId", hex(span.getField(2)));
        if (span.hasField(4)) {
            json.put("parentSpanId", hex(span.getField(4)));
        }
        json.put("name", text(span.getField(5)));
        json.put("startTimeUnixNano", time(span.getField(7)));
        json.put("endTimeUnixNano", time(span.getField(8)));
        each(
                span,
                11,
                json.putArray("events"),
                event -> JsonNodeFactory.instance
                        .objectNode()
                        .put("timeUnixNano", time(event.getField(1)))
                        .put("name", text(event.getField(2))));
        UnknownFieldSet status =
                message(span.getField(15).getLengthDelimitedList().get(0));
        ObjectNode statusJson = json.putObject("status");
        statusJson.put("code", status.getField(3).getVarintList().get(0));
        if (status.hasField(2)) {
            statusJson.put("message", text(status.getField(2)));
        }
        return json;
    }

    private static void each(
            UnknownFieldSet parent, int number, ArrayNode into, Function<UnknownFieldSet, JsonNode> reader) {
        for (ByteString bytes : parent.getField(number).getLengthDelimitedList()) {
            into.add(reader.apply(message(bytes)));
        }
    }

    private static UnknownFieldSet message(ByteString bytes) {
        try {
            return UnknownFieldSet.parseFrom(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("no message", e);
        }
    }

    private static String hex(Field field) {
        return HexFormat.of().formatHex(field.getLengthDelimitedList().get(0).toByteArray());
    }

    private static String text(Field field) {
        return field.getLengthDelimitedList().get(0).toStringUtf8();
    }

    private static String time(Field field) {
        return Long.toUnsignedString(field.getFixed64List().get(0));
    }
}
