package dev.baton.server.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects events.
 *
 * @param types the prefixes of their types: {@code run.} or {@code execution.finished}; none for all
 * @param name the job or workflow they are about, whose steps are included; null for any
 * @param execution the id of the execution they are about; null for any
 */
public record EventFilter(
        List<String> types, @Nullable String name, @Nullable String execution) {

    /** Selects all events. */
    public static final EventFilter ALL = new EventFilter(List.of(), null, null);

    /** Copies the types. */
    public EventFilter {
        types = List.copyOf(types);
    }

    boolean accepts(ServerEvent event) {
        return event.isReset() || (isOfType(event) && isAboutName(event) && isOfExecution(event));
    }

    private boolean isOfType(ServerEvent event) {
        return types.isEmpty() || types.stream().anyMatch(event.type()::startsWith);
    }

    private boolean isAboutName(ServerEvent event) {
        if (name == null) {
            return true;
        }
        return event.data().get("name") instanceof String about && (about.equals(name) || about.startsWith(name + "/"));
    }

    private boolean isOfExecution(ServerEvent event) {
        return execution == null || execution.equals(event.data().get("execution_id"));
    }
}
