package dev.baton.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The collections and maps that values are read into: equal to the original, and in the same order. */
final class Containers {

    private static final Map<String, Supplier<Collection<@Nullable Object>>> COLLECTIONS = Map.of(
            "java.util.List", ArrayList::new,
            "java.util.Set", LinkedHashSet::new,
            "java.util.ArrayDeque", ArrayDeque::new,
            "java.util.TreeSet", TreeSet::new,
            "java.util.concurrent.CopyOnWriteArrayList", CopyOnWriteArrayList::new);

    private static final Map<String, Supplier<Map<Object, @Nullable Object>>> MAPS = Map.of(
            "java.util.Map", LinkedHashMap::new,
            "java.util.TreeMap", TreeMap::new,
            "java.util.concurrent.ConcurrentHashMap", ConcurrentHashMap::new);

    private Containers() {}

    static String nameOf(Collection<?> collection) {
        if (COLLECTIONS.containsKey(collection.getClass().getName()) && !(collection instanceof SortedSet)) {
            return collection.getClass().getName();
        }
        if (collection instanceof List) {
            return "java.util.List";
        }
        if (collection instanceof SortedSet<?> sorted) {
            refuseOwnOrder(sorted.comparator());
            return "java.util.TreeSet";
        }
        if (collection instanceof Set) {
            return "java.util.Set";
        }
        if (collection instanceof Queue) {
            throw new IllegalArgumentException(
                    collection.getClass().getName() + " cannot be kept: return a List of what is in it");
        }
        // Other collections, such as the values of a map, have nothing but an order.
        return "java.util.List";
    }

    static String nameOf(Map<?, ?> map) {
        if (map instanceof SortedMap<?, ?> sorted) {
            refuseOwnOrder(sorted.comparator());
            return "java.util.TreeMap";
        }
        return map instanceof ConcurrentHashMap ? "java.util.concurrent.ConcurrentHashMap" : "java.util.Map";
    }

    static boolean isCollection(String name) {
        return COLLECTIONS.containsKey(name);
    }

    static Collection<@Nullable Object> collection(String name) {
        return get(COLLECTIONS, name);
    }

    static Map<Object, @Nullable Object> map(String name) {
        return get(MAPS, name);
    }

    private static <T> T get(Map<String, Supplier<T>> suppliers, String name) {
        Supplier<T> supplier = suppliers.get(name);
        if (supplier == null) {
            throw new IllegalArgumentException(name + " is not a container that Baton can store");
        }
        return supplier.get();
    }

    private static void refuseOwnOrder(@Nullable Object comparator) {
        if (comparator != null) {
            throw new IllegalArgumentException(
                    "a collection sorted by a comparator of its own cannot be kept: return a List or a LinkedHashMap");
        }
    }
}
