package dev.baton.server.api.workers;

import dev.baton.server.http.Instants;
import dev.baton.server.http.Json;
import dev.baton.server.http.NumberRange;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.worker.wire.WireFormat;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Reads the requests of workers. Unknown fields are ignored, because the worker may be newer than the server; required
 * fields must be present.
 */
final class WireBody {

    /** Cached, because reflection is slow and workers send the same few records all the time. */
    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).map(Field::of).toList();
        }
    };

    /** A field of a record that workers send. */
    private record Field(String name, Method accessor, boolean optional) {

        static Field of(RecordComponent component) {
            boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            return new Field(component.getName(), component.getAccessor(), optional);
        }

        @Nullable Object in(Record message) {
            try {
                return accessor.invoke(message);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a public record cannot be read: " + message.getClass(), e);
            }
        }
    }

    private WireBody() {}

    static <T extends Record> T read(Request request, Class<T> type) {
        T message;
        try {
            String json = Json.text(request.body());
            NumberRange.check(json);
            message = WireFormat.mapper().readValue(json, type);
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
        for (Field field : FIELDS.get(message.getClass())) {
            String inner = place + "/" + field.name();
            Object value = field.in(message);
            if (value == null && !field.optional()) {
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
}
