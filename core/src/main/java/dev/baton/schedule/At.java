package dev.baton.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A schedule that fires once.
 *
 * <pre>{@code
 * Job launch = Job.named("launch").cron("@at 2030-01-01T09:00:00Z").run(context -> publish());
 * }</pre>
 *
 * @param instant the instant it fires, in whole seconds
 * @param text the spec as given
 * @param zone the zone of a spec that gives no offset
 */
public record At(Instant instant, String text, ZoneId zone) implements Schedule {

    private static final DateTimeFormatter IN_WORDS =
            DateTimeFormatter.ofPattern("d MMMM uuuu 'at' HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter IN_WORDS_WITH_SECONDS =
            DateTimeFormatter.ofPattern("d MMMM uuuu 'at' HH:mm:ss", Locale.ENGLISH);

    /** Rounds a fraction of a second up, so that nothing fires too early and "in 200 ms" is not already past. */
    public At {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(zone, "zone");
        if (instant.getNano() > 0) {
            instant = Instant.ofEpochSecond(Math.min(instant.getEpochSecond() + 1, Instant.MAX.getEpochSecond()));
        }
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return instant.isAfter(after) ? Optional.of(instant) : Optional.empty();
    }

    @Override
    public Optional<Instant> previous(Instant before) {
        return instant.isBefore(before) ? Optional.of(instant) : Optional.empty();
    }

    @Override
    public long nextFireSecond(long afterEpochSecond) {
        return instant.getEpochSecond() > afterEpochSecond ? instant.getEpochSecond() : NEVER;
    }

    @Override
    public String describe() {
        DateTimeFormatter format = instant.getEpochSecond() % 60 == 0 ? IN_WORDS : IN_WORDS_WITH_SECONDS;
        return "once, on " + format.format(instant.atZone(zone)) + Words.zone(zone);
    }

    @Override
    public String toString() {
        return text;
    }
}
