package dev.baton.server.spec.document;

import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A duration with units. */
record DurationType(Duration least) implements Type<Duration> {

    /** As people say it: {@code 5 minutes}. */
    private static final Pattern IN_WORDS = Pattern.compile(
            " *(\\d{1,9}) *(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?) *", Pattern.CASE_INSENSITIVE);

    @Override
    public @Nullable Duration read(Node node, Reading reading) {
        Optional<Duration> duration = node.value() instanceof String text ? Durations.parse(text) : Optional.empty();
        if (duration.isEmpty()) {
            reading.mustBe(node, "a duration such as \"90s\" or \"2h30m\", at most 36500d", hint(node.value()));
        } else if (duration.get().compareTo(least) < 0) {
            reading.wrong(node, "must be longer than zero.", "");
        }
        return duration.orElse(null);
    }

    private static String hint(Object value) {
        if (value instanceof Long number && number >= 0) {
            return "Write \"" + number + "s\".";
        }
        Matcher words = IN_WORDS.matcher(value instanceof String text ? text : "");
        return words.matches()
                ? "Write \"" + words.group(1)
                        + Character.toLowerCase(words.group(2).charAt(0)) + "\"."
                : "";
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
