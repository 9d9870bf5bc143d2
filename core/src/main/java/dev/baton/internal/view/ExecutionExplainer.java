package dev.baton.internal.view;

import dev.baton.Explanation;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Evidence;
import dev.baton.Explanation.Reason;
import dev.baton.Explanation.Reasons;
import dev.baton.RunStatus;
import dev.baton.WorkflowPolicy;
import dev.baton.internal.definition.WorkflowDefinition;
import dev.baton.internal.execution.Admissions;
import dev.baton.internal.execution.Beginning;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import dev.baton.internal.execution.ReasonText;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Explains the status of an execution, as far as its own state tells. Called within the execution's turn. */
public final class ExecutionExplainer {

    private static final int COMPARED = 100;

    private ExecutionExplainer() {}

    /**
     * Explains an execution.
     *
     * @param now the time, in microseconds
     */
    public static Look of(LiveExecution execution, long now) {
        return switch (execution.status()) {
            case RUNNING, HELD -> active(execution, now);
            case SUCCESS -> alone(execution, Cause.SUCCESS, "succeeded", "");
            case PARTIAL ->
                among(
                        execution,
                        Cause.SUCCESS,
                        "succeeded in part",
                        step -> execution.status(step) == RunStatus.PARTIAL);
            case FAILURE ->
                again(among(execution, Cause.FAILURE, "failed", step -> Explainer.isGuilty(execution, step)));
            case TIMEOUT -> again(alone(execution, Cause.TIMEOUT, "ran past its time limit", ""));
            case CANCELLED -> again(alone(execution, cancelledBy(execution), "was cancelled", ""));
            case SKIPPED -> skipped(execution);
        };
    }

    private static Look active(LiveExecution execution, long now) {
        if (execution.state() == ExecutionState.HELD || execution.state() == ExecutionState.HELD_AT_START) {
            return alone(execution, Cause.HOLD, "is held by a person", "Release it.");
        }
        if (!execution.hasBegun()) {
            return notBegun(execution);
        }
        Look look;
        if (execution.progress().isWithholding()) {
            look = among(execution, Cause.FAILURE_HOLD, "is held", execution.progress()::isWithheld);
        } else {
            look = among(execution, Cause.RUNNING, words(execution.state()), step -> isActive(execution, step));
        }
        return new Look(withLimits(look.explanation(), execution, now), look.lead());
    }

    private static String words(ExecutionState state) {
        return switch (state) {
            case CANCELLING -> "is being cancelled";
            case TIMING_OUT -> "ran past its time limit, and is being stopped";
            case FAILING_FAST -> "is being stopped, because a step failed";
            default -> "is running";
        };
    }

    private static boolean isActive(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        return status == RunStatus.RUNNING || status == RunStatus.PENDING;
    }

    private static Look notBegun(LiveExecution execution) {
        long notBefore = execution.cause().notBefore();
        boolean isDelayed = notBefore > 0 && !execution.isAtGate();
        if (isDelayed) {
            Instant time = Time.toInstant(notBefore);
            Look look = alone(execution, Cause.DELAY, "is to begin at " + ReasonText.toSecond(time), "");
            return new Look(look.explanation().withEvidence(Evidence.NONE.withUntil(time)), null);
        }
        if (Admissions.isLimited(execution)) {
            return new Look(
                    alone(execution, Cause.LIMIT, "waits for its turn", "").explanation(),
                    new Lead.AtGate(new Permit(Admissions.executionGate(execution), execution, Permit.WHOLE)));
        }
        return alone(execution, Cause.NOT_STARTED, "is about to begin", "");
    }

    private static Look skipped(LiveExecution execution) {
        boolean whole = execution.runs().why(0) == EndReason.PAUSED
                && execution.definition() instanceof WorkflowDefinition
                && !execution.node(0).isPaused();
        if (whole) {
            return alone(execution, Cause.PAUSED, "was skipped: its workflow was paused", Stories.resume(execution, 0));
        }
        return among(execution, Cause.SKIPPED, "was skipped", step -> true);
    }

    private static Cause cancelledBy(LiveExecution execution) {
        for (int step = 0; step < execution.plan().size(); step++) {
            if (execution.status(step) == RunStatus.CANCELLED) {
                return Stories.cause(execution.runs().why(step));
            }
        }
        return Cause.CANCELLED;
    }

    private static Look again(Look look) {
        return new Look(look.explanation().withRemedy("Retry it to run again what failed."), null);
    }

    private static Look alone(LiveExecution execution, Cause cause, String text, String remedy) {
        return new Look(
                new Explanation(
                        new Reasons(List.of(whole(execution, cause, text)), 0),
                        Reasons.NONE,
                        Evidence.NONE,
                        List.of(),
                        remedy),
                null);
    }

    private static Reason whole(LiveExecution execution, Cause cause, String text) {
        long begun = execution.begunAt();
        return new Reason(
                Places.execution(execution),
                execution.status().toString(),
                cause,
                text,
                execution.hasBegun() && begun > 0 ? Time.toInstant(begun) : null);
    }

    /** Explains the status of an execution by some of its runs; the chain continues with the most urgent of them. */
    private static Look among(LiveExecution execution, Cause cause, String text, IntPredicate which) {
        List<Integer> some = new ArrayList<>();
        int all = 0;
        for (int step = 0; step < execution.plan().size(); step++) {
            if (which.test(step)) {
                all++;
                if (some.size() < COMPARED) {
                    some.add(step);
                }
            }
        }
        if (some.isEmpty()) {
            return alone(execution, cause, text, "");
        }
        int next = Paths.mostUrgent(execution, some);
        List<Reason> because = some.stream()
                .limit(Explainer.MOST_REASONS)
                .map(step -> Explainer.reason(execution, step))
                .toList();
        Look look = Explainer.run(execution, next);
        List<Reason> chain = new ArrayList<>(List.of(whole(execution, cause, text)));
        chain.addAll(look.explanation().chain().shown());
        Explanation told = look.explanation();
        return new Look(
                new Explanation(
                        new Reasons(chain, told.chain().more()),
                        new Reasons(because, all - because.size()),
                        told.evidence(),
                        told.facts(),
                        told.remedy()),
                look.lead());
    }

    // ---- its own time limits

    private static Explanation withLimits(Explanation told, LiveExecution execution, long now) {
        WorkflowPolicy.Limits limits = execution.policy().limits();
        Explanation more = told;
        Instant deadline = end(execution, limits.deadline());
        if (deadline != null) {
            boolean passed = Time.toMicros(deadline) <= now;
            more = more.withFact(
                    passed
                            ? "Its deadline was " + ReasonText.toSecond(deadline) + ": it is late, and goes on"
                            : "Its deadline is " + ReasonText.toSecond(deadline));
        }
        Instant timeout = end(execution, limits.timeout());
        return timeout == null
                ? more
                : more.withFact("It is stopped at " + ReasonText.toSecond(timeout) + ", its time limit");
    }

    private static @Nullable Instant end(LiveExecution execution, @Nullable Duration limit) {
        return limit == null ? null : Time.toInstant(Beginning.limitsCountFrom(execution) + Time.toMicros(limit));
    }
}
