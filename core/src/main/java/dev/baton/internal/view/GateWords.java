package dev.baton.internal.view;

import dev.baton.Explanation.Ahead;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Evidence;
import dev.baton.Explanation.Holder;
import dev.baton.internal.execution.Admissions;
import dev.baton.internal.execution.ReasonText;
import dev.baton.spi.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Describes in words why a run or execution waits at a gate.
 *
 * @param gate the gate
 * @param evidence the holders of the gate and the line
 * @param isRate whether it waits for the rate rather than for a free place
 */
public record GateWords(Store.Gate gate, Evidence evidence, boolean isRate) {

    /** The cause of the wait: the rate, the overlap policy or a limit. */
    public Cause cause() {
        if (isRate) {
            return Cause.RATE;
        }
        boolean exclusive =
                gate.limit() == 1 && (Admissions.isOverlap(gate) || gate.name().startsWith("executions of "));
        return exclusive ? Cause.OVERLAP : Cause.LIMIT;
    }

    /** The rest of a sentence that begins with the name of the run or execution. */
    public String text() {
        if (isRate) {
            return "waits for its turn: " + gate.name() + " is limited to " + gate.rate() + " in "
                    + duration(Duration.of(gate.per(), ChronoUnit.MICROS)) + ", and the next may start at "
                    + second(evidence.until()) + line();
        }
        List<String> names =
                evidence.holders().shown().stream().map(GateWords::holder).toList();
        String held = ReasonText.list(names, names.size() + evidence.holders().more(), "and");
        if (cause() == Cause.OVERLAP) {
            return "waits for the end of " + (held.isEmpty() ? "the one before" : held) + line();
        }
        return "waits for its turn: " + gate.name() + (gate.name().contains(" of ") ? " are" : " is") + " limited to "
                + gate.limit() + " at a time" + (held.isEmpty() ? "" : ", and these run: " + held) + line();
    }

    private String line() {
        Ahead ahead = evidence.ahead();
        return ahead == null ? "" : ahead(ahead);
    }

    /** The running steps of the execution and the number of steps ahead, as the end of a sentence. */
    static String steps(Evidence evidence) {
        List<String> names = evidence.holders().shown().stream()
                .map(holder -> holder.place().name())
                .toList();
        String run = ReasonText.list(names, names.size() + evidence.holders().more(), "and");
        Ahead ahead = evidence.ahead();
        return (names.isEmpty() ? "" : ", and these run: " + run) + (ahead == null ? "" : ahead(ahead));
    }

    /** The number of runs ahead in the line, as the end of a sentence; empty if there are none. */
    public static String ahead(Ahead ahead) {
        if (ahead.count() == 0) {
            return "";
        }
        String count = String.format(Locale.ROOT, "%,d", ahead.count());
        return "; " + count + (ahead.orMore() ? " or more" : "") + (ahead.count() == 1 ? " is" : " are")
                + " ahead of it"
                + (ahead.since() == null
                        ? ""
                        : (ahead.count() == 1 ? ", since " : ", the first since ") + second(ahead.since()));
    }

    /** The remedy: what makes it start, in a sentence. */
    public String remedy() {
        return switch (cause()) {
            case RATE -> "It starts by itself; raise the rate to let more start.";
            case OVERLAP -> "It starts when that one has ended; cancel that one to let it start now.";
            default -> "It starts when one of these has ended; cancel one, or raise the limit.";
        };
    }

    private static String holder(Holder holder) {
        String run = holder.place().run() == null
                ? holder.place().name()
                : holder.place().job() + " (run " + holder.place().run() + ")";
        return run + (holder.since() == null ? "" : " since " + second(holder.since()));
    }

    private static @Nullable Instant second(@Nullable Instant instant) {
        return instant == null ? null : ReasonText.toSecond(instant);
    }

    private static String duration(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT).replaceAll("(\\d[hms])(?!$)", "$1 ");
    }
}
