package dev.baton.cli.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The query of an address. Immutable. */
public final class Query {

    /** No parameters. */
    public static final Query NONE = new Query(List.of());

    private final List<String> pairs;

    private Query(List<String> pairs) {
        this.pairs = pairs;
    }

    /** With one parameter. */
    public static Query of(String name, Object value) {
        return NONE.with(name, value);
    }

    /** The same with a parameter; a collection is several of the same name, null is none. */
    public Query with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        List<String> all = new ArrayList<>(pairs);
        Collection<?> values = value instanceof Collection<?> several ? several : List.of(value);
        values.forEach(one -> all.add(encoded(name) + "=" + encoded(one.toString())));
        return new Query(List.copyOf(all));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** As a part of a path: encoded, a slash as well. */
    public static String segment(String text) {
        return encoded(text).replace("+", "%20");
    }

    /** With the question mark; empty without parameters. */
    @Override
    public String toString() {
        return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
    }
}
