package dev.baton.schedule;

import dev.baton.error.InvalidScheduleException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/**
 * A schedule that fires one interval after its last fire. {@link #next} counts from the given instant, not from
 * midnight.
 *
 * <pre>{@code
 * if (Schedule.parse("@every 10m") instanceof Every every) {
 *     System.out.println("once in " + every.interval());
 * }
 * }</pre>
 *
 * @param interval the distance between two fires, in whole seconds
 * @param text the spec as given
 * @param zone the zone of the spec, which an interval does not depend on
 */
public record Every(Duration interval, String text, ZoneId zone) implements Schedule {

    private static final Duration MINIMUM = Duration.ofSeconds(1);

    /** Drops the fraction of a second and rejects an interval shorter than one second. */
    public Every {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(zone, "zone");
        if (interval.compareTo(MINIMUM) < 0) {
            throw new InvalidScheduleException(text, "interval", "it must be at least 1s");
        }
        interval = Duration.ofSeconds(interval.toSeconds());
    }

    @Override
    public Optional<Instant> next(Instant after) {
        long next = nextFireSecond(after.getEpochSecond());
        return next == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochSecond(next));
    }

    @Override
    public Optional<Instant> previous(Instant before) {
        long roundedUp = before.getEpochSecond() + (before.getNano() > 0 ? 1 : 0);
        boolean representable = interval.toSeconds() <= roundedUp - Instant.MIN.getEpochSecond();
        return representable ? Optional.of(Instant.ofEpochSecond(roundedUp - interval.toSeconds())) : Optional.empty();
    }

    @Override
    public long nextFireSecond(long afterEpochSecond) {
        boolean representable = afterEpochSecond <= Instant.MAX.getEpochSecond() - interval.toSeconds();
        return representable ? afterEpochSecond + interval.toSeconds() : NEVER;
    }

    /**
     * The last fire before {@code end} of a series that began at {@code start}; empty if the series had no fire before
     * {@code end}.
     */
    public Optional<Instant> lastBetween(Instant start, Instant end) {
        long first = start.getEpochSecond();
        long last = end.getEpochSecond() - (end.getNano() > 0 ? 0 : 1);
        long intervals = Math.floorDiv(last - first, interval.toSeconds());
        return intervals < 1
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(first + intervals * interval.toSeconds()));
    }

    @Override
    public String describe() {
        return "every " + DurationText.inWords(interval);
    }

    @Override
    public String toString() {
        return text;
    }
}
