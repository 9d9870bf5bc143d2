package dev.baton.cli.input;

import dev.baton.worker.wire.Durations;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Reads a moment as an instant, or as a duration before or after now: {@code 2h}, {@code 30d}. */
public final class Since {

    private Since() {}

    /** A moment in the past, if a duration is given. */
    public static Instant past(String option, String text, Clock clock) {
        return Durations.parse(text)
                .map(clock.instant()::minus)
                .or(() -> instant(text, clock))
                .orElseThrow(() -> wrong(option, text));
    }

    /** A moment in the future, if a duration is given. */
    public static Instant future(String option, String text, Clock clock) {
        return Durations.parse(text)
                .map(clock.instant()::plus)
                .or(() -> instant(text, clock))
                .orElseThrow(() -> wrong(option, text));
    }

    private static Optional<Instant> instant(String text, Clock clock) {
        return text.equals("now") ? Optional.of(clock.instant()) : Moment.parse(text, clock.getZone());
    }

    private static BadTextException wrong(String option, String text) {
        return new BadTextException(option + ": \"" + text
                + "\" is neither a duration such as 2h or 30d, nor a time such as 2026-11-15 or"
                + " 2026-11-15T02:00+01:00");
    }
}
