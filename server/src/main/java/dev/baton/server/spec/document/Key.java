package dev.baton.server.spec.document;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that a table may hold.
 *
 * @param name its name
 * @param type what its value may be
 * @param description one sentence for the reference
 * @param fallback what holds when it is not given; null when nothing does
 * @param aliases other names, and what the value under them may be
 * @param kinds the kinds of work it belongs to; empty for all
 * @param <T> what its value is read into
 */
public record Key<T>(
        String name,
        Type<T> type,
        String description,
        @Nullable T fallback,
        Map<String, Type<T>> aliases,
        Set<String> kinds) {

    /** A key without a fallback. */
    public static <T> Key<T> of(String name, Type<T> type, String description) {
        return new Key<>(name, type, description, null, Map.of(), Set.of());
    }

    /** The same with what holds when it is not given. */
    public Key<T> otherwise(T value) {
        return new Key<>(name, type, description, value, aliases, kinds);
    }

    /** The same under another name too. */
    public Key<T> alias(String alias) {
        return alias(alias, type);
    }

    /** The same under another name too, where the value is written otherwise. */
    public Key<T> alias(String alias, Type<T> written) {
        Map<String, Type<T>> more = new LinkedHashMap<>(aliases);
        more.put(alias, written);
        return new Key<>(name, type, description, fallback, more, kinds);
    }

    /** The same for these kinds of work only. */
    public Key<T> of(String... onlyKinds) {
        return new Key<>(name, type, description, fallback, aliases, Set.of(onlyKinds));
    }

    /** The default value; throws for a key without one. */
    public T otherwise() {
        return Objects.requireNonNull(fallback, name);
    }

    boolean isFor(String kind) {
        return kinds.isEmpty() || kinds.contains(kind);
    }
}
