package dev.baton.server.simulate;

import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.error.DidYouMean;
import dev.baton.server.simulate.Assumption.Outcome;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The expected outcome of each run: the caller's assumption, or the usual outcome, or immediate success. For one
 * simulation.
 */
final class Assumptions {

    private final List<Assumption> assumptions;
    private final ZoneId zone;
    private final Function<String, Optional<Duration>> usual;
    private final Map<String, Optional<Duration>> known = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<RunId, Integer> numbers = new HashMap<>();

    /**
     * @param usual tells how long a job usually takes, by its full name
     */
    Assumptions(List<Assumption> assumptions, ZoneId zone, Function<String, Optional<Duration>> usual) {
        this.assumptions = List.copyOf(assumptions);
        this.zone = zone;
        this.usual = usual;
    }

    /** Throws for assumptions about jobs that do not exist. */
    void check(Collection<String> names) {
        for (Assumption assumption : assumptions) {
            if (names.stream().noneMatch(assumption::isAbout)) {
                throw new IllegalArgumentException("an assumption names \"" + assumption.job()
                        + "\", which does not exist." + DidYouMean.sentence(assumption.job(), names));
            }
        }
    }

    /** The expected outcome of an attempt that takes this long. */
    Expectation expect(RunContext context, Duration natural) {
        Outcome outcome = last(context, assumption -> assumption.outcome() != null)
                .map(Assumption::outcome)
                .orElse(Outcome.SUCCESS);
        Duration duration = last(context, assumption -> assumption.duration() != null)
                .map(Assumption::duration)
                .or(() -> natural.isZero() ? usual(context.jobName()) : Optional.empty())
                .orElse(natural);
        return new Expectation(outcome, duration);
    }

    /** The number of items of a fan-out. */
    int items(RunContext context) {
        return last(context, assumption -> assumption.items() != null)
                .map(Assumption::items)
                .orElse(1);
    }

    private Optional<Duration> usual(String job) {
        return known.computeIfAbsent(job, usual);
    }

    private Optional<Assumption> last(RunContext context, Predicate<Assumption> says) {
        int number = number(context);
        ZonedDateTime scheduled = context.scheduledTime().atZone(zone);
        @Nullable Assumption last = null;
        for (Assumption assumption : assumptions) {
            boolean fits = assumption.isAbout(context.jobName())
                    && says.test(assumption)
                    && (assumption.on() == null || assumption.on().fits(scheduled, number));
            last = fits ? assumption : last;
        }
        return Optional.ofNullable(last);
    }

    /** The number of the run among its job's runs; the same for all attempts. */
    private int number(RunContext context) {
        return numbers.computeIfAbsent(context.runId(), run -> counts.merge(context.jobName(), 1, Integer::sum));
    }
}
