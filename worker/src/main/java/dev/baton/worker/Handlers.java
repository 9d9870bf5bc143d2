package dev.baton.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The handlers of a worker, by the names that jobs and steps use. Immutable.
 *
 * <pre>{@code
 * Handlers handlers = Handlers.none().with("resize", context -> resize("a.png"));
 * System.out.println(handlers.names()); // [resize]
 * }</pre>
 */
public final class Handlers {

    private final Map<String, Handler> byName;

    private Handlers(Map<String, Handler> byName) {
        this.byName = byName;
    }

    /** No handlers. */
    public static Handlers none() {
        return new Handlers(Map.of());
    }

    /**
     * These handlers and one more.
     *
     * @throws IllegalArgumentException when a handler of this name exists
     */
    public Handlers with(String name, Handler handler) {
        Map<String, Handler> more = new LinkedHashMap<>(byName);
        if (more.putIfAbsent(name, handler) != null) {
            throw new IllegalArgumentException("there are two handlers named \"%s\"".formatted(name));
        }
        return new Handlers(more);
    }

    /** The handler of this name. */
    public Optional<Handler> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of the handlers. */
    public Set<String> names() {
        return Set.copyOf(byName.keySet());
    }
}
