package dev.baton.server.http;

import java.util.Locale;

/** The names of enum values in JSON: their own text, or else their name in lower case. */
final class EnumWords {

    private EnumWords() {}

    static String of(Enum<?> value) {
        String own = value.toString();
        return own.equals(value.name()) ? own.toLowerCase(Locale.ROOT) : own;
    }
}
