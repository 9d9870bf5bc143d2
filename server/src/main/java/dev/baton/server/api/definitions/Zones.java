package dev.baton.server.api.definitions;

import java.time.ZoneId;
import java.time.ZoneOffset;

/** Time zones by the names that others know them by. */
final class Zones {

    private static final ZoneId UTC = ZoneId.of("UTC");

    private Zones() {}

    /** The same zone; Java's own name for UTC is Z, which browsers do not take for a zone. */
    static ZoneId named(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? UTC : zone;
    }
}
