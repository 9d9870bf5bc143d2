package dev.baton.server.api.definitions;

import java.time.ZoneId;
import java.time.ZoneOffset;

/** The names of time zones for clients. */
final class Zones {

    private static final ZoneId UTC = ZoneId.of("UTC");

    private Zones() {}

    /** The same zone; Java's name for UTC is Z, which browsers do not accept as a zone. */
    static ZoneId named(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? UTC : zone;
    }
}
