package dev.baton.server.backfill;

import dev.baton.Timing;
import dev.baton.schedule.Every;
import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fires of a schedule in a range of time. */
public final class PastFires {

    /** A range with more fires than this is refused, because it is probably a mistake. */
    public static final int MOST = 10_000;

    private PastFires() {}

    /**
     * The fires, the earliest first. Intervals are counted from the beginning of the range.
     *
     * @param name the job's name, from which {@code H} is hashed
     * @param zone the zone when the schedule names none
     * @param from the beginning, which belongs to the range
     * @param to the end, which does not
     * @throws IllegalArgumentException if there are none or too many; the message names the remedy
     */
    public static List<Instant> of(String name, Timing timing, ZoneId zone, Instant from, Instant to) {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "the range ends at " + to + ", which is not after its beginning " + from);
        }
        Schedule schedule = timing.spec().resolve(name, zone);
        if (!schedule.firesByItself()) {
            throw new IllegalArgumentException("the schedule of \"" + name + "\" is " + schedule.text()
                    + ", which never fires by itself, so there are no past fires to run. Trigger it instead.");
        }
        List<Instant> fires = new ArrayList<>();
        Instant before = schedule instanceof Every ? from : from.minusNanos(1);
        Optional<Instant> fire = timing.bounds().nextFire(schedule, before);
        while (fire.isPresent() && fire.get().isBefore(to)) {
            if (fires.size() == MOST) {
                throw new IllegalArgumentException("there are more than " + MOST + " fires of \"" + name
                        + "\" in the range: the last that fits is at " + fires.get(MOST - 1)
                        + ". Choose a shorter range, and another one after it.");
            }
            fires.add(fire.get());
            fire = timing.bounds().nextFire(schedule, fire.get());
        }
        return List.copyOf(fires);
    }
}
