package dev.baton.server.spec.document;

import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A duration with units. */
record DurationType(Duration least) implements Type<Duration> {

    @Override
    public @Nullable Duration read(Node node, Reading reading) {
        Optional<Duration> duration = node.value() instanceof String text ? Durations.parse(text) : Optional.empty();
        if (duration.isEmpty()) {
            String hint = node.value() instanceof Long number && number >= 0 ? "Write \"" + number + "s\"." : "";
            reading.mustBe(node, "a duration such as \"90s\" or \"2h30m\", at most 36500d", hint);
        } else if (duration.get().compareTo(least) < 0) {
            reading.wrong(node, "must be longer than zero.", "");
        }
        return duration.orElse(null);
    }

    @Override
    public JsonNode write(Duration value) {
        return Json.of(Durations.format(value));
    }

    @Override
    public ObjectNode schema() {
        return Json.type("string").put("pattern", Durations.PATTERN);
    }

    @Override
    public String label() {
        return "duration";
    }
}
