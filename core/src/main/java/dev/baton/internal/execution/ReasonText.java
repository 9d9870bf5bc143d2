package dev.baton.internal.execution;

import dev.baton.Approval;
import dev.baton.Condition;
import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts into words why a run is where it is. Reads an execution's state, so it is called within its turn. */
public final class ReasonText {

    private static final int MOST_NAMES = 3;
    private static final int LONGEST = 500;

    private ReasonText() {}

    /** Why a run has its status; empty when there is nothing to say. */
    public static String of(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        return switch (status) {
            case BLOCKED -> whyBlocked(execution, step);
            case PENDING -> whyPending(execution, step);
            case RUNNING -> awaitsApproval(execution, step) ? "waits for an approval" : "";
            case SKIPPED, FAILURE, TIMEOUT, CANCELLED, SUCCESS, PARTIAL -> ofEnd(execution, step, status);
        };
    }

    /** Why a run ended as it did, perhaps before it was opened again; empty when there is nothing to say. */
    public static String ofEnd(LiveExecution execution, int step, RunStatus end) {
        return switch (end) {
            case SKIPPED -> whySkipped(execution, step);
            case FAILURE -> failureText(execution, step);
            default -> Objects.requireNonNullElse(why(execution, step).words(), "");
        };
    }

    /** Whether it runs, and a person has to say whether it may go on. */
    public static boolean awaitsApproval(LiveExecution execution, int step) {
        return execution.status(step) == RunStatus.RUNNING
                && execution.node(step).job().body() instanceof Approval;
    }

    public static String whyBlocked(LiveExecution execution, int step) {
        if (!execution.hasBegun()) {
            return whyNotBegun(execution);
        }
        if (execution.plan().isFinal(step)) {
            return "waits for all other steps";
        }
        List<String> held = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (int parent : execution.plan().parents(step)) {
            if (execution.progress().isWithheld(parent)) {
                held.add(ended(execution, parent));
            } else if (!execution.progress().status(parent).isTerminal()) {
                open.add(execution.plan().name(parent));
            }
        }
        if (!held.isEmpty()) {
            return "held: " + list(held);
        }
        return "waits for " + list(open);
    }

    public static String whyNotBegun(LiveExecution execution) {
        long notBefore = execution.cause().notBefore();
        return notBefore > 0 && !execution.isAtGate()
                ? "not before " + toSecond(Time.toInstant(notBefore))
                : Objects.requireNonNull(EndReason.EXECUTION_OVERLAP.words());
    }

    public static String whyPending(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null && details.notBefore > 0) {
            return "attempt " + execution.runs().attempts(step) + " failed (" + failureText(execution, step)
                    + "), next at " + toSecond(Time.toInstant(details.notBefore));
        }
        if (execution.state() == ExecutionState.HELD) {
            return "the execution is held";
        }
        if (execution.node(step) instanceof ExternalNode external) {
            return "waits for " + external.name().replace(':', ' ');
        }
        if (details != null && details.waitsAt != null) {
            return gate(details.waitsAt);
        }
        if (execution.states().get(step) == RunState.QUEUED) {
            return "waits for its turn: its execution runs at most "
                    + execution.policy().parallel() + " at a time";
        }
        RunPolicy.Demand demand = demand(execution, step);
        if (!demand.isOrdinary()) {
            return "waits for a worker " + demand;
        }
        return "waits for a worker";
    }

    public static boolean isWaitingForSlot(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        return details != null && details.waitsAt != null;
    }

    /** Whether only some workers can run it, and nothing else keeps it from them. */
    public static boolean isWaitingForWorker(LiveExecution execution, int step) {
        return execution.throttle() == null
                && !(execution.node(step) instanceof ExternalNode)
                && !demand(execution, step).isOrdinary();
    }

    private static RunPolicy.Demand demand(LiveExecution execution, int step) {
        return execution.cause().demand(execution.node(step).job().policy());
    }

    public static String whySkipped(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null && details.words != null) {
            return details.words;
        }
        if (execution.node(step) instanceof ExternalNode external) {
            return external.name().replace(':', ' ') + " was skipped";
        }
        String words = why(execution, step).words();
        return words != null ? words : brokenConditions(execution, step);
    }

    private static String brokenConditions(LiveExecution execution, int step) {
        Plan plan = execution.plan();
        List<String> broken = new ArrayList<>();
        int[] parents = plan.parents(step);
        byte[] masks = plan.parentMasks(step);
        for (int i = 0; i < parents.length; i++) {
            RunStatus end = execution.progress().status(parents[i]);
            if (end.isTerminal() && !Condition.holds(masks[i], end)) {
                broken.add(ended(execution, parents[i]));
            }
        }
        for (String outside : plan.outsideParents(step)) {
            broken.add(outside + " is not part of this execution");
        }
        // A person may have marked the parents since.
        return broken.isEmpty() ? "its conditions did not hold when its parents ended" : list(broken);
    }

    /** Why a run may run: what of its parents' ends made its dependencies hold. */
    public static String whyItRuns(LiveExecution execution, int step) {
        int[] parents = execution.plan().parents(step);
        byte[] masks = execution.plan().parentMasks(step);
        List<String> named = new ArrayList<>(MOST_NAMES);
        int holding = 0;
        // The final step may have a million parents: only those that are named are put into words.
        for (int i = 0; i < parents.length; i++) {
            RunStatus end = execution.progress().status(parents[i]);
            if (Condition.holds(masks[i], end) && ++holding <= MOST_NAMES) {
                String error = end.countsAsFailure() ? failureText(execution, parents[i]) : "";
                String detail = error.isEmpty() ? "" : ": " + error;
                named.add(ended(execution, parents[i]) + detail);
            }
        }
        return list(named, holding);
    }

    private static String ended(LiveExecution execution, int step) {
        String how = switch (execution.progress().status(step)) {
            case SUCCESS -> " succeeded";
            case PARTIAL -> " succeeded in part";
            case FAILURE -> " failed";
            case TIMEOUT -> " timed out";
            case CANCELLED -> " was cancelled";
            case SKIPPED -> " was skipped";
            case BLOCKED, PENDING, RUNNING -> " has not ended";
        };
        return execution.plan().name(step) + how;
    }

    public static EndReason why(LiveExecution execution, int step) {
        return execution.runs().why(step);
    }

    /** The error of the last attempt, in words; empty if it did not fail. */
    public static String failureText(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        Failure failure = details == null ? null : details.failure;
        return failure == null ? "" : failure.words();
    }

    /** Why a run waits at a gate. */
    private static String gate(Store.Gate gate) {
        if (Admissions.isOverlap(gate)) {
            return Objects.requireNonNull(EndReason.OVERLAP.words());
        }
        String most = gate.limit() == Integer.MAX_VALUE ? "" : gate.limit() + " at a time";
        String rate = gate.rate() == 0 ? "" : gate.rate() + " in " + gate.per() / 1_000_000.0 + " s";
        return "waits for its turn: " + gate.name() + " is limited to " + most
                + (most.isEmpty() || rate.isEmpty() ? "" : " and ") + rate;
    }

    /** The message of an error, or the name of its class if it has none. */
    public static String message(@Nullable Throwable error) {
        if (error == null) {
            return "";
        }
        return Objects.requireNonNullElse(
                KeptError.messageOf(error), error.getClass().getName());
    }

    public static String list(List<String> words) {
        return list(words.subList(0, Math.min(words.size(), MOST_NAMES)), words.size());
    }

    private static String list(List<String> named, int inAll) {
        String names = String.join(", ", named);
        return inAll > named.size() ? names + " and " + (inAll - named.size()) + " more" : names;
    }

    /** The same for a sentence, of which the first names are known: {@code a, b and 7 more}. */
    public static String list(List<String> names, int size, String last) {
        int shown = Math.min(names.size(), MOST_NAMES);
        int more = size - shown;
        if (more > 0) {
            return String.join(", ", names.subList(0, shown)) + " " + last + " " + more + " more";
        }
        return shown < 2
                ? String.join("", names)
                : String.join(", ", names.subList(0, shown - 1)) + " " + last + " " + names.get(shown - 1);
    }

    /** An instant for a sentence, where people want seconds and no fractions of them. */
    public static Instant toSecond(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The first line of a text that may be long, and of a long one the beginning. */
    public static String brief(String text) {
        String line = text.lines()
                .filter(one -> !one.isBlank())
                .findFirst()
                .orElse("")
                .strip();
        if (line.length() <= LONGEST) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return line.substring(0, end) + "…";
    }
}
