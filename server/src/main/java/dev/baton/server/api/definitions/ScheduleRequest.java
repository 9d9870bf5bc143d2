package dev.baton.server.api.definitions;

import dev.baton.schedule.MissedFires;
import dev.baton.server.http.Doc;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schedule to add or to replace.
 *
 * @param job the job or workflow that it starts
 * @param schedule cron or another form that fires by itself
 * @param parameters parameters of its executions, over the defaults
 * @param missed what happens to missed fires
 */
@Doc("A schedule to add or to replace.")
public record ScheduleRequest(
        @Doc("The job or workflow that it starts.") String job,

        @Doc("Cron or another form that fires by itself; `TZ=Europe/Berlin` in front sets the zone.")
        String schedule,

        @Doc("Parameters of its executions, over the defaults.") @Nullable Map<String, Object> parameters,

        @Doc("What happens to missed fires: skip (if missing), run-once or run-all.") @Nullable String missed) {

    MissedFires missedFires() {
        return missed == null
                ? MissedFires.skip()
                : switch (missed.toLowerCase(Locale.ROOT)) {
                    case "skip" -> MissedFires.skip();
                    case "run-once" -> MissedFires.runOnce();
                    case "run-all" -> MissedFires.runAll();
                    default ->
                        throw new IllegalArgumentException("\"" + missed + "\" is none of skip, run-once and run-all");
                };
    }
}
