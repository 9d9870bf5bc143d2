package dev.baton.server.spec.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Unmodifiable copies that keep the order of the file, so that people recognise what they wrote. */
public final class Copies {

    private Copies() {}

    /** A copy. */
    public static <V> Map<String, V> map(Map<String, V> original) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(original));
    }
}
