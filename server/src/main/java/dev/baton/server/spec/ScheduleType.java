package dev.baton.server.spec;

import dev.baton.error.InvalidScheduleException;
import dev.baton.schedule.Schedule;
import dev.baton.server.spec.document.Json;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Reading;
import dev.baton.server.spec.document.Type;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A schedule that is valid and fires at least once. */
record ScheduleType() implements Type<String> {

    private static final Instant LONG_AGO = Instant.parse("2000-01-01T00:00:00Z");

    @Override
    public @Nullable String read(Node node, Reading reading) {
        if (!(node.value() instanceof String text)) {
            reading.mustBe(node, "a schedule such as \"0 6 * * *\" or \"@every 6h\"");
            return null;
        }
        try {
            if (neverFires(Schedule.parse(text))) {
                reading.wrong(node, Node.quote(text) + " never fires.", "");
            }
            return text;
        } catch (InvalidScheduleException e) {
            String field = e.field().equals("schedule") ? "" : e.field() + ": ";
            reading.wrong(node, Node.quote(text) + ": " + field + e.reason(), "");
            return null;
        }
    }

    /** Whether the schedule names times that never occur. */
    static boolean neverFires(Schedule schedule) {
        return schedule.firesByItself() && schedule.nextFire(LONG_AGO).isEmpty();
    }

    @Override
    public JsonNode write(String value) {
        return Json.of(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.type("string").put("maxLength", 1024);
    }

    @Override
    public String label() {
        return "schedule";
    }
}
