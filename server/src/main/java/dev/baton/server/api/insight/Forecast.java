package dev.baton.server.api.insight;

import dev.baton.Condition;
import dev.baton.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predicts when the remaining steps of an execution start and end, if all of them succeed and take their usual time,
 * and finds the critical path. Pure: values in, values out.
 */
final class Forecast {

    /**
     * A step.
     *
     * @param status its status
     * @param started when its current or last attempt started
     * @param finished when it ended
     * @param notBefore the earliest time at which it may start, if it waits for a time
     * @param usual its usual duration; null if it is not known
     * @param parents its parents
     * @param needed how many parents must end as required; 0 for all
     */
    record Step(
            RunStatus status,
            @Nullable Instant started,
            @Nullable Instant finished,
            @Nullable Instant notBefore,
            @Nullable Duration usual,
            List<Parent> parents,
            int needed) {}

    /**
     * A parent of a step.
     *
     * @param step its number
     * @param mask as in {@link Condition#mask()}
     */
    record Parent(int step, int mask) {}

    /**
     * The prediction for a step.
     *
     * @param start when it probably starts; null if it has started or will not
     * @param end when it probably ends; null if it has ended or will not
     */
    record Expected(@Nullable Instant start, @Nullable Instant end) {

        static final Expected NOTHING = new Expected(null, null);
    }

    private final List<Step> steps;
    private final Instant now;
    private final List<Expected> expected = new ArrayList<>();
    private final List<@Nullable Instant> ends = new ArrayList<>();

    private Forecast(List<Step> steps, Instant now) {
        this.steps = steps;
        this.now = now;
    }

    /** @param steps the steps in topological order */
    static Forecast of(List<Step> steps, Instant now) {
        Forecast forecast = new Forecast(steps, now);
        for (Step step : steps) {
            Expected next = forecast.expect(step);
            forecast.expected.add(next);
            forecast.ends.add(step.finished != null ? step.finished : next.end);
        }
        return forecast;
    }

    Expected of(int step) {
        return expected.get(step);
    }

    /** When the last step will probably end; null if all have ended. */
    @Nullable Instant end() {
        return expected.stream()
                .map(Expected::end)
                .filter(end -> end != null)
                .max(Instant::compareTo)
                .orElse(null);
    }

    /**
     * The critical path: from the step that ends last back to a root, through the parent that each step waited for
     * longest.
     */
    BitSet criticalPath() {
        BitSet path = new BitSet();
        int last = -1;
        for (int step = 0; step < steps.size(); step++) {
            if (!isSkipped(step) && isLater(step, last)) {
                last = step;
            }
        }
        BitSet seen = new BitSet();
        while (last >= 0) {
            seen.set(last);
            // A skipped step took no time, but its parents did.
            path.set(last, !isSkipped(last));
            int before = -1;
            for (Parent parent : steps.get(last).parents) {
                if (parent.step != last && isLater(parent.step, before)) {
                    before = parent.step;
                }
            }
            last = before >= 0 && !seen.get(before) ? before : -1;
        }
        return path;
    }

    private boolean isLater(int step, int other) {
        Instant end = ends.get(step);
        Instant than = other < 0 ? null : ends.get(other);
        return end != null && (than == null || end.isAfter(than));
    }

    private boolean isSkipped(int step) {
        return steps.get(step).status == RunStatus.SKIPPED;
    }

    private Expected expect(Step step) {
        if (step.status.isTerminal()) {
            return Expected.NOTHING;
        }
        Duration length = step.usual == null ? Duration.ZERO : step.usual;
        if (step.status == RunStatus.RUNNING && step.started != null) {
            return new Expected(null, later(now, step.started.plus(length)));
        }
        Instant start = step.status == RunStatus.PENDING ? now : ready(step);
        if (start == null) {
            return Expected.NOTHING;
        }
        Instant begin = step.notBefore == null ? later(now, start) : later(start, step.notBefore);
        return new Expected(begin, begin.plus(length));
    }

    /** The time at which enough parents have ended as required; null if that will not happen. */
    private @Nullable Instant ready(Step step) {
        List<Instant> held = new ArrayList<>();
        for (Parent parent : step.parents) {
            Instant end = ends.get(parent.step);
            RunStatus status = steps.get(parent.step).status;
            RunStatus becomes = status.isTerminal() ? status : end == null ? RunStatus.SKIPPED : RunStatus.SUCCESS;
            if (Condition.holds(parent.mask, becomes)) {
                held.add(end == null ? now : end);
            } else if (step.needed == 0) {
                return null;
            }
        }
        if (step.needed > held.size() || held.isEmpty()) {
            return step.parents.isEmpty() ? now : null;
        }
        List<Instant> inOrder = held.stream().sorted().toList();
        return inOrder.get(step.needed == 0 ? inOrder.size() - 1 : step.needed - 1);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
