package dev.baton.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The policy for fires that were missed because the process was down or the job was paused.
 *
 * <pre>{@code
 * Job.named("bill").cron("@daily").missedFires(MissedFires.runAll().withGrace(Duration.ofDays(3))).run(context -> bill());
 * }</pre>
 *
 * @param mode which missed fires are caught up
 * @param grace how late a fire may still be caught up, inclusive; empty for no limit
 */
public record MissedFires(Mode mode, Optional<Duration> grace) {

    /** Which missed fires are caught up. */
    public enum Mode {
        /** None. */
        SKIP,
        /** The latest. */
        RUN_ONCE,
        /** All, the most recent {@value #MOST} at most. */
        RUN_ALL
    }

    /** The most fires that {@link Mode#RUN_ALL} catches up at once. */
    public static final int MOST = 100;

    /** Rejects nulls and a negative grace period. */
    public MissedFires {
        Objects.requireNonNull(mode, "mode");
        if (grace.filter(Duration::isNegative).isPresent()) {
            throw new IllegalArgumentException("the grace period is negative: " + grace.get());
        }
    }

    /** Drops missed fires. */
    public static MissedFires skip() {
        return new MissedFires(Mode.SKIP, Optional.empty());
    }

    /** Catches up the latest missed fire. */
    public static MissedFires runOnce() {
        return new MissedFires(Mode.RUN_ONCE, Optional.empty());
    }

    /** Catches up every missed fire, at most the most recent {@value #MOST}. */
    public static MissedFires runAll() {
        return new MissedFires(Mode.RUN_ALL, Optional.empty());
    }

    /** This policy for fires that are no older than this. */
    public MissedFires withGrace(Duration newGrace) {
        return new MissedFires(mode, Optional.of(newGrace));
    }

    /**
     * The fires to catch up, in ascending order: the fires strictly between the last fire and now that the mode and the
     * grace period allow, without {@linkplain Schedule#isRepeat repeats}. The cost depends on how many fires are caught
     * up, not on how many were missed.
     *
     * @param lastFire the last fire that was not missed; for a job that has never fired, when it was added
     */
    public List<Instant> due(Schedule schedule, Instant lastFire, Instant now) {
        int most = switch (mode) {
            case SKIP -> 0;
            case RUN_ONCE -> 1;
            case RUN_ALL -> MOST;
        };
        List<Instant> due = new ArrayList<>();
        Optional<Instant> fire = latest(schedule, lastFire, now);
        while (due.size() < most && fire.isPresent() && isDue(fire.get(), lastFire, now)) {
            if (!schedule.isRepeat(fire.get())) {
                due.add(fire.get());
            }
            fire = schedule.previous(fire.get());
        }
        Collections.reverse(due);
        return List.copyOf(due);
    }

    private static Optional<Instant> latest(Schedule schedule, Instant lastFire, Instant now) {
        // why: the fires of an interval count from its last fire, not back from now.
        return schedule instanceof Every every ? every.lastBetween(lastFire, now) : schedule.previous(now);
    }

    private boolean isDue(Instant fire, Instant lastFire, Instant now) {
        return fire.isAfter(lastFire)
                && grace.filter(limit -> Duration.between(fire, now).compareTo(limit) > 0)
                        .isEmpty();
    }
}
