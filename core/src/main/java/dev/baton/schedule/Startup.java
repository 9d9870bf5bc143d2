package dev.baton.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/**
 * A schedule that fires once when the scheduler starts. The engine fires it, since the instant is not known in advance.
 *
 * <pre>{@code
 * Job warmUp = Job.named("warm-up").cron("@startup").run(context -> publish());
 * }</pre>
 *
 * @param text the spec as given
 * @param zone the zone of the spec, which it does not depend on
 */
public record Startup(String text, ZoneId zone) implements Schedule {

    /** Rejects nulls. */
    public Startup {
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
        return "once, when the scheduler starts";
    }

    @Override
    public String toString() {
        return text;
    }
}
