package dev.baton.internal.view;

import dev.baton.ExecutionStatus;
import dev.baton.Explanation;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Kind;
import dev.baton.RunStatus;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.Lease;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.execution.RunDetails;
import dev.baton.policy.Retry;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.List;

/** Says why a run or an execution is where it is, and what would move it. Called within the execution's turn. */
public final class Explainer {

    private static final int MOST_CAUSES = 20;

    private Explainer() {}

    /** Explains a run. */
    public static Explanation run(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        List<Cause> causes = new ArrayList<>();
        String remedy = "";
        switch (status) {
            case BLOCKED -> remedy = blocked(execution, step, causes);
            case PENDING -> remedy = pending(execution, step, causes);
            case RUNNING -> remedy = running(execution, step, causes);
            case SKIPPED -> remedy = skipped(execution, step, causes);
            default -> remedy = ended(execution, step, status, causes);
        }
        return new Explanation(execution.plan().name(step), status.toString(), List.copyOf(causes), remedy);
    }

    /** Explains an execution. */
    public static Explanation execution(LiveExecution execution) {
        List<Cause> causes = new ArrayList<>();
        ExecutionStatus status = execution.status();
        for (int step = 0; step < execution.plan().size() && causes.size() < MOST_CAUSES; step++) {
            RunStatus run = execution.status(step);
            boolean active = run == RunStatus.RUNNING || run == RunStatus.PENDING;
            boolean guilty = run.countsAsFailure() && !execution.plan().mayFail(step);
            if (status.isTerminal() ? guilty : active || execution.progress().isWithheld(step)) {
                Kind kind = kind(execution, step, run);
                causes.add(new Cause(kind, execution.plan().name(step), sentence(execution, step, run)));
            }
        }
        if (!execution.hasBegun()) {
            causes.add(new Cause(Kind.LIMIT, execution.definition().name(), ReasonText.whyNotBegun(execution)));
        }
        if (isHeld(execution)) {
            causes.add(0, new Cause(Kind.PAUSE, execution.definition().name(), "held by hand"));
        }
        return new Explanation(
                "execution " + execution.id() + " of " + execution.definition().name(),
                status.toString(),
                List.copyOf(causes),
                remedy(execution));
    }

    private static boolean isHeld(LiveExecution execution) {
        return execution.state() == ExecutionState.HELD || execution.state() == ExecutionState.HELD_AT_START;
    }

    private static Kind kind(LiveExecution execution, int step, RunStatus status) {
        if (status == RunStatus.RUNNING) {
            return ReasonText.awaitsApproval(execution, step) ? Kind.APPROVAL : Kind.RUNNING;
        }
        return status.isTerminal() ? Kind.ENDED : Kind.LIMIT;
    }

    private static String remedy(LiveExecution execution) {
        if (isHeld(execution)) {
            return "Release it.";
        }
        return switch (execution.status()) {
            case HELD -> "Retry or mark the failed step, or cancel the execution.";
            case FAILURE, TIMEOUT, CANCELLED -> "Retry it to run again what failed.";
            case SKIPPED -> "Run it again.";
            case RUNNING, SUCCESS, PARTIAL -> "";
        };
    }

    private static String blocked(LiveExecution execution, int step, List<Cause> causes) {
        if (!execution.hasBegun()) {
            causes.add(new Cause(Kind.PARENT, execution.definition().name(), ReasonText.whyBlocked(execution, step)));
            return "";
        }
        if (execution.plan().isFinal(step)) {
            return blockedAsLast(execution, step, causes);
        }
        String remedy = "";
        for (int parent : execution.plan().parents(step)) {
            boolean withheld = execution.progress().isWithheld(parent);
            RunStatus status = execution.status(parent);
            if ((!status.isTerminal() || withheld) && causes.size() < MOST_CAUSES) {
                String name = execution.plan().name(parent);
                String text = "waits for " + sentence(execution, parent, status);
                causes.add(new Cause(withheld ? Kind.PAUSE : Kind.PARENT, name, text));
                remedy = withheld ? "Retry or mark " + name + ", or cancel the execution." : remedy;
            }
        }
        return remedy;
    }

    /** The final step waits for all others: those that run or could are named, what waits for them itself is not. */
    private static String blockedAsLast(LiveExecution execution, int last, List<Cause> causes) {
        for (int step = 0; step < execution.plan().size() && causes.size() < MOST_CAUSES; step++) {
            RunStatus status = execution.status(step);
            if (step != last && (status == RunStatus.RUNNING || status == RunStatus.PENDING)) {
                causes.add(new Cause(
                        Kind.PARENT, execution.plan().name(step), "waits for " + sentence(execution, step, status)));
            }
        }
        if (causes.isEmpty()) {
            causes.add(new Cause(Kind.PARENT, execution.definition().name(), ReasonText.whyBlocked(execution, last)));
        }
        return execution.status() == ExecutionStatus.HELD ? remedy(execution) : "";
    }

    private static String pending(LiveExecution execution, int step, List<Cause> causes) {
        RunDetails details = execution.runs().detailsOrNull(step);
        String name = execution.plan().name(step);
        String reason = ReasonText.whyPending(execution, step);
        if (details != null && details.notBefore() > 0) {
            causes.add(new Cause(
                    Kind.DELAY,
                    name,
                    attempts(execution, step) + ", next at " + Time.toInstant(details.notBefore()) + ": "
                            + ReasonText.failureText(execution, step)));
            return "";
        }
        if (isHeld(execution)) {
            causes.add(new Cause(Kind.PAUSE, name, reason));
            return "Release the execution.";
        }
        causes.add(new Cause(Kind.LIMIT, name, reason));
        if (ReasonText.isWaitingForSlot(execution, step)) {
            return "It starts when the active run of this job ends.";
        }
        return ReasonText.isWaitingForWorker(execution, step)
                ? "It starts as soon as such a worker has room; if there is none, start one."
                : "";
    }

    private static String running(LiveExecution execution, int step, List<Cause> causes) {
        Lease lease = execution.states().lease(step);
        if (lease == null) {
            return "";
        }
        String name = execution.plan().name(step);
        if (ReasonText.awaitsApproval(execution, step)) {
            String since = " since " + Time.toInstant(lease.started());
            causes.add(new Cause(Kind.APPROVAL, name, ReasonText.of(execution, step) + since));
            return "Approve or reject it.";
        }
        String stopping = lease.stopped() == null ? "" : ", asked to stop";
        causes.add(new Cause(
                Kind.RUNNING,
                name,
                "on attempt " + lease.number() + " of " + most(execution, step) + " since "
                        + Time.toInstant(lease.started()) + stopping));
        return "";
    }

    private static String skipped(LiveExecution execution, int step, List<Cause> causes) {
        EndReason why = ReasonText.why(execution, step);
        Kind kind = why == EndReason.CONDITION ? Kind.CONDITION : why == EndReason.PAUSED ? Kind.PAUSE : Kind.ENDED;
        causes.add(new Cause(kind, execution.plan().name(step), ReasonText.whySkipped(execution, step)));
        if (why == EndReason.PAUSED) {
            return "Resume it; the next execution will run it.";
        }
        return why.becauseOfOthers() ? "Retry or mark what it depends on, and it is looked at again." : "";
    }

    private static String ended(LiveExecution execution, int step, RunStatus status, List<Cause> causes) {
        String reason = ReasonText.of(execution, step);
        String text = "on attempt " + execution.runs().attempts(step) + " of " + most(execution, step)
                + (reason.isEmpty() ? "" : ": " + reason);
        causes.add(new Cause(Kind.ENDED, execution.plan().name(step), text));
        return status.countsAsFailure() ? "Retry it, or mark it by hand." : "";
    }

    private static String sentence(LiveExecution execution, int step, RunStatus status) {
        String name = execution.plan().name(step);
        RunDetails details = execution.runs().detailsOrNull(step);
        Lease lease = execution.states().lease(step);
        return switch (status) {
            case RUNNING ->
                ReasonText.awaitsApproval(execution, step)
                        ? name + ", which " + ReasonText.of(execution, step)
                        : lease != null
                                ? name + ", which is on attempt " + lease.number() + " of " + most(execution, step)
                                : name + ", which runs";
            case PENDING ->
                details != null && details.notBefore() > 0
                        ? name + ", which is on attempt " + (execution.runs().attempts(step) + 1) + " of "
                                + most(execution, step) + ", next at " + Time.toInstant(details.notBefore())
                        : name + ", which " + ReasonText.whyPending(execution, step);
            case BLOCKED -> name + ", which " + ReasonText.whyBlocked(execution, step);
            default -> {
                String reason = ReasonText.of(execution, step);
                yield name + ", which ended as " + status + (reason.isEmpty() ? "" : ": " + reason);
            }
        };
    }

    private static String attempts(LiveExecution execution, int step) {
        return "attempt " + execution.runs().attempts(step) + " of " + most(execution, step);
    }

    private static int most(LiveExecution execution, int step) {
        Retry retry = execution.node(step).job().policy().retry();
        RunDetails details = execution.runs().detailsOrNull(step);
        return retry.attempts() + (details == null ? 0 : details.earlierAttempts());
    }
}
