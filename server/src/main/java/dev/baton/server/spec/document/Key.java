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
 * @param type the type of its value
 * @param description one sentence for the reference
 * @param fallback the default value; null if there is none
 * @param aliases other names, and the types of values under them
 * @param kinds the kinds of work that the key applies to; empty for all
 * @param <T> the Java type of its value
 */
public record Key<T>(
        String name,
        Type<T> type,
        String description,
        @Nullable T fallback,
        Map<String, Type<T>> aliases,
        Set<String> kinds) {

    /** A key without a default. */
    public static <T> Key<T> of(String name, Type<T> type, String description) {
        return new Key<>(name, type, description, null, Map.of(), Set.of());
    }

    /** The same key with a default value. */
    public Key<T> otherwise(T value) {
        return new Key<>(name, type, description, value, aliases, kinds);
    }

    /** The same key with an alias. */
    public Key<T> alias(String alias) {
        return alias(alias, type);
    }

    /** The same key with an alias whose value is written differently. */
    public Key<T> alias(String alias, Type<T> written) {
        Map<String, Type<T>> more = new LinkedHashMap<>(aliases);
        more.put(alias, written);
        return new Key<>(name, type, description, fallback, more, kinds);
    }

    /** The same key for some kinds of work only. */
    public Key<T> of(String... onlyKinds) {
        return new Key<>(name, type, description, fallback, aliases, Set.of(onlyKinds));
    }

    /** The default value; throws if there is none. */
    public T otherwise() {
        return Objects.requireNonNull(fallback, name);
    }

    /** The description as a sentence after the key was named: {@code It is the command line.} */
    public String asAnswer() {
        return description.startsWith("The ") || description.startsWith("A ") || description.startsWith("An ")
                ? "It is " + Character.toLowerCase(description.charAt(0)) + description.substring(1)
                : description;
    }

    boolean isFor(String kind) {
        return kinds.isEmpty() || kinds.contains(kind);
    }
}
