package dev.baton.server.spec;

import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * A number of starts in a period, written {@code 10/1m}.
 *
 * @param count the number of starts
 * @param per the period
 */
public record Rate(int count, Duration per) {

    /** The type of rates in documents. */
    public static final Type<Rate> TYPE =
            Types.parsed("rate", "a number of starts in a period such as \"10/1m\"", Rate::parse, Rate::toString);

    private static Optional<Rate> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 1 || slash > 9 || !text.substring(0, slash).chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        int count = Integer.parseInt(text.substring(0, slash));
        return Durations.parse(text.substring(slash + 1))
                .filter(per -> count > 0 && !per.isZero())
                .map(per -> new Rate(count, per));
    }

    @Override
    public String toString() {
        return count + "/" + Durations.format(per);
    }
}
