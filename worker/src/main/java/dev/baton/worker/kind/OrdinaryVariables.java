package dev.baton.worker.kind;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables that commands inherit from the process that starts them. The environment of that process may hold
 * passwords and keys, which commands must not see: only variables that every program expects are passed on.
 *
 * <pre>{@code
 * Map<String, String> inherited = OrdinaryVariables.among(System.getenv()); // PATH, HOME, LANG, …
 * }</pre>
 */
public final class OrdinaryVariables {

    private static final Set<String> NAMES =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM");
    private static final String LOCALE = "LC_";

    private OrdinaryVariables() {}

    /** The ordinary variables among these. */
    public static Map<String, String> among(Map<String, String> all) {
        Map<String, String> ordinary = new TreeMap<>();
        all.forEach((name, value) -> {
            if (NAMES.contains(name) || name.startsWith(LOCALE)) {
                ordinary.put(name, value);
            }
        });
        return ordinary;
    }

    /** The ordinary variables among these, overridden by others. */
    public static Map<String, String> among(Map<String, String> all, Map<String, String> others) {
        Map<String, String> both = among(all);
        both.putAll(others);
        return both;
    }
}
