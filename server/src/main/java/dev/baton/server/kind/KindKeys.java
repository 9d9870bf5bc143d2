package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Merges the keys of several kinds for one table, each key with the kinds that have it. */
final class KindKeys {

    private KindKeys() {}

    /** The keys of all kinds in order, each key once. */
    static <K> List<Key<?>> of(List<K> kinds, Function<K, String> name, Function<K, List<Key<?>>> keys) {
        Map<String, Key<?>> gathered = new LinkedHashMap<>();
        for (K kind : kinds) {
            for (Key<?> key : keys.apply(kind)) {
                Set<String> having =
                        new TreeSet<>(gathered.getOrDefault(key.name(), key).kinds());
                having.add(name.apply(kind));
                gathered.put(key.name(), key.of(having.toArray(String[]::new)));
            }
        }
        return List.copyOf(gathered.values());
    }
}
