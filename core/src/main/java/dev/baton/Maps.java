package dev.baton;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Unmodifiable, ordered maps built from other maps. */
final class Maps {

    private Maps() {}

    static <V> Map<String, V> with(Map<String, ? extends V> base, String name, V value) {
        return with(base, Map.of(name, value));
    }

    static <V> Map<String, V> with(Map<String, ? extends V> base, Map<String, ? extends V> more) {
        Map<String, V> merged = new LinkedHashMap<>(base);
        merged.putAll(more);
        return Collections.unmodifiableMap(merged);
    }
}
