package dev.baton.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/**
 * A schedule that never fires by itself: a trigger or a parent starts the job.
 *
 * <pre>{@code
 * Job byHand = Job.named("by-hand").cron("@triggered").run(context -> publish());
 * }</pre>
 *
 * @param text the spec as given
 * @param zone the zone of the spec, which it does not depend on
 */
public record Triggered(String text, ZoneId zone) implements Schedule {

    /** Rejects nulls. */
    public Triggered {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(zone, "zone");
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return Optional.empty();
    }

    @Override
    public Optional<Instant> previous(Instant before) {
        return Optional.empty();
    }

    @Override
    public long nextFireSecond(long afterEpochSecond) {
        return NEVER;
    }

    @Override
    public boolean firesByItself() {
        return false;
    }

    @Override
    public String describe() {
        return "only when it is triggered";
    }

    @Override
    public String toString() {
        return text;
    }
}
