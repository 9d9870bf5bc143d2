package dev.baton.server.api.workers;

import dev.baton.server.http.Instants;
import dev.baton.server.http.Json;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.worker.wire.WireFormat;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Reads what workers send. Fields that the server does not know are passed over, as the worker may be the newer of the
 * two; fields that it needs must be there.
 */
final class WireBody {

    private WireBody() {}

    static <T extends Record> T read(Request request, Class<T> type) {
        T message;
        try {
            message = WireFormat.mapper().readValue(request.body(), type);
        } catch (JacksonException wrong) {
            throw Json.refusal(wrong);
        }
        if (message == null) {
            throw ProblemException.badRequest("the message is null, and should be an object");
        }
        check("", message);
        return message;
    }

    private static void check(String place, Record message) {
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            String inner = place + "/" + component.getName();
            Object value = value(component, message);
            boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            if (value == null && !optional) {
                throw ProblemException.badField(inner, "it is missing");
            }
            checkValue(inner, value);
        }
    }

    private static void checkValue(String place, @Nullable Object value) {
        if (value instanceof Instant time) {
            checkTime(place, time);
        } else if (value instanceof Record record) {
            check(place, record);
        } else if (value instanceof Collection<?> items) {
            int index = 0;
            for (Object item : items) {
                if (item == null) {
                    throw ProblemException.badField(place + "/" + index, "it is null");
                }
                checkValue(place + "/" + index, item);
                index++;
            }
        }
    }

    private static void checkTime(String place, Instant time) {
        try {
            Instants.checked(time);
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badField(place, String.valueOf(wrong.getMessage()));
        }
    }

    private static @Nullable Object value(RecordComponent component, Record message) {
        try {
            return component.getAccessor().invoke(message);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a public record cannot be read: " + message.getClass(), e);
        }
    }
}
