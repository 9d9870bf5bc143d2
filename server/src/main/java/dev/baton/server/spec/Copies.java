package dev.baton.server.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Unmodifiable copies that keep the order of the file: people recognise what they wrote. */
final class Copies {

    private Copies() {}

    static <V> Map<String, V> map(Map<String, V> original) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(original));
    }
}
