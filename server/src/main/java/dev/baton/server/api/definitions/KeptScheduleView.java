package dev.baton.server.api.definitions;

import dev.baton.KeptSchedule;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Shown;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schedule that is data, as the API shows it.
 *
 * @param name its name
 * @param job the job or workflow that it starts
 * @param type whether that is a job or a workflow
 * @param parameters the parameters that it starts it with
 * @param schedule the schedule as written
 * @param timezone its time zone
 * @param words the schedule in words
 * @param missed what happens to missed fires
 * @param paused whether it is paused
 * @param nextFire its next fire
 */
@Doc("A schedule with a name of its own, which starts a job or workflow with parameters of its own.")
public record KeptScheduleView(
        @Doc("Its name.") String name,
        @Doc("The job or workflow that it starts.") String job,

        @Doc("job or workflow; missing if it is not registered here: the schedule then fires where it is.") @Nullable String type,

        @Doc("The parameters that it starts it with.") Map<String, Object> parameters,

        @Doc("The schedule as written.") String schedule,
        @Doc("Its time zone.") ZoneId timezone,
        @Doc("The schedule in words.") String words,

        @Doc("What happens to missed fires: skip, run-once or run-all.")
        String missed,

        @Doc("Whether it is paused.") boolean paused,

        @Doc("The next fire; missing if it is paused or does not fire again.") @Nullable Instant nextFire) {

    static KeptScheduleView of(KeptSchedule kept, @Nullable String type) {
        return new KeptScheduleView(
                kept.name(),
                kept.job(),
                type,
                Shown.all(kept.parameters()),
                kept.schedule().text(),
                Zones.named(kept.schedule().zone()),
                kept.schedule().describe(),
                kept.missedFires().mode().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                kept.isPaused(),
                kept.nextFire().orElse(null));
    }
}
