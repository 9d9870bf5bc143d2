package dev.baton;

import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A schedule that is data, as it was at one moment; see {@link Schedules}. Immutable.
 *
 * <pre>{@code
 * for (KeptSchedule kept : baton.schedules().list()) {
 *     print(kept.name(), kept.schedule().text(), kept.nextFire());
 * }
 * }</pre>
 *
 * @param name its name
 * @param job the name of the job or workflow that it starts
 * @param parameters the parameters that it starts it with
 * @param schedule its fires, in its zone, with a fire that was moved at its new time
 * @param missedFires what happens to missed fires
 * @param isPaused whether it is paused
 * @param nextFire its next fire; empty if it is paused, or does not fire again
 */
public record KeptSchedule(
        String name,
        String job,
        Map<String, Object> parameters,
        Schedule schedule,
        MissedFires missedFires,
        boolean isPaused,
        Optional<Instant> nextFire) {

    /** Rejects an invalid name. */
    public KeptSchedule {
        Names.check(name);
        parameters = Maps.with(Map.of(), parameters);
    }
}
