package dev.baton.server.spec.document;

import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A time zone of the tz database, or an offset. */
record ZoneType() implements Type<ZoneId> {

    @Override
    public @Nullable ZoneId read(Node node, Reading reading) {
        String text = node.value() instanceof String given ? given : "";
        Optional<ZoneId> zone = text.isEmpty() ? Optional.empty() : Types.attempt(() -> ZoneId.of(text));
        if (zone.isEmpty()) {
            String hint = text.isEmpty() ? "" : Types.didYouMean(text, ZoneId.getAvailableZoneIds());
            reading.mustBe(node, "a time zone such as \"Europe/Berlin\"", hint);
        }
        return zone.orElse(null);
    }

    @Override
    public JsonNode write(ZoneId value) {
        return Json.of(value.getId());
    }

    @Override
    public ObjectNode schema() {
        return Json.type("string");
    }

    @Override
    public String label() {
        return "time zone";
    }
}
