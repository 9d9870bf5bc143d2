package dev.baton.server.http;

import java.util.Locale;

/** What values of enums are called on the wire: as they call themselves, or else their name in small letters. */
final class EnumWords {

    private EnumWords() {}

    static String of(Enum<?> value) {
        String own = value.toString();
        return own.equals(value.name()) ? own.toLowerCase(Locale.ROOT) : own;
    }
}
