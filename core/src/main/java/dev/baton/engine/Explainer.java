package dev.baton.engine;

import dev.baton.ExecutionStatus;
import dev.baton.Explanation;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Kind;
import dev.baton.RunStatus;
import dev.baton.policy.Retry;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.List;

/** Says why a run or an execution is where it is, and what would move it. Called within the execution's turn. */
final class Explainer {

    private static final int MOST_CAUSES = 20;

    private Explainer() {}

    static Explanation run(LiveExecution execution, int step) {
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
        return new Explanation(execution.plan.name(step), status.toString(), List.copyOf(causes), remedy);
    }

    static Explanation execution(LiveExecution execution) {
        List<Cause> causes = new ArrayList<>();
        ExecutionStatus status = execution.status;
        for (int step = 0; step < execution.plan.size() && causes.size() < MOST_CAUSES; step++) {
            RunStatus run = execution.status(step);
            boolean active = run == RunStatus.RUNNING || run == RunStatus.PENDING;
            boolean guilty = run.countsAsFailure() && !execution.plan.mayFail(step);
            if (status.isTerminal() ? guilty : active || execution.progress.isWithheld(step)) {
                Kind kind = kind(execution, step, run);
                causes.add(new Cause(kind, execution.plan.name(step), sentence(execution, step, run)));
            }
        }
        if (!execution.begun) {
            causes.add(new Cause(Kind.LIMIT, execution.definition.name(), Reasons.whyNotBegun(execution)));
        }
        if (execution.heldByHand) {
            causes.add(0, new Cause(Kind.PAUSE, execution.definition.name(), "held by hand"));
        }
        return new Explanation(
                "execution " + execution.id + " of " + execution.definition.name(),
                status.toString(),
                List.copyOf(causes),
                remedy(execution));
    }

    private static Kind kind(LiveExecution execution, int step, RunStatus status) {
        if (status == RunStatus.RUNNING) {
            return Reasons.awaitsApproval(execution, step) ? Kind.APPROVAL : Kind.RUNNING;
        }
        return status.isTerminal() ? Kind.ENDED : Kind.LIMIT;
    }

    private static String remedy(LiveExecution execution) {
        if (execution.heldByHand) {
            return "Release it.";
        }
        return switch (execution.status) {
            case HELD -> "Retry or mark the failed step, or cancel the execution.";
            case FAILURE, TIMEOUT, CANCELLED -> "Retry it to run again what failed.";
            case RUNNING, SUCCESS -> "";
        };
    }

    private static String blocked(LiveExecution execution, int step, List<Cause> causes) {
        if (!execution.begun) {
            causes.add(new Cause(Kind.PARENT, execution.definition.name(), Reasons.whyBlocked(execution, step)));
            return "";
        }
        if (execution.plan.isFinal(step)) {
            return blockedAsLast(execution, step, causes);
        }
        String remedy = "";
        for (int parent : execution.plan.parents(step)) {
            boolean withheld = execution.progress.isWithheld(parent);
            RunStatus status = execution.status(parent);
            if ((!status.isTerminal() || withheld) && causes.size() < MOST_CAUSES) {
                String name = execution.plan.name(parent);
                String text = "waits for " + sentence(execution, parent, status);
                causes.add(new Cause(withheld ? Kind.PAUSE : Kind.PARENT, name, text));
                remedy = withheld ? "Retry or mark " + name + ", or cancel the execution." : remedy;
            }
        }
        return remedy;
    }

    /** The final step waits for all others: those that run or could are named, what waits for them itself is not. */
    private static String blockedAsLast(LiveExecution execution, int last, List<Cause> causes) {
        for (int step = 0; step < execution.plan.size() && causes.size() < MOST_CAUSES; step++) {
            RunStatus status = execution.status(step);
            if (step != last && (status == RunStatus.RUNNING || status == RunStatus.PENDING)) {
                causes.add(new Cause(
                        Kind.PARENT, execution.plan.name(step), "waits for " + sentence(execution, step, status)));
            }
        }
        if (causes.isEmpty()) {
            causes.add(new Cause(Kind.PARENT, execution.definition.name(), Reasons.whyBlocked(execution, last)));
        }
        return execution.status == ExecutionStatus.HELD ? remedy(execution) : "";
    }

    private static String pending(LiveExecution execution, int step, List<Cause> causes) {
        Notes notes = execution.notes(step);
        String name = execution.plan.name(step);
        String reason = Reasons.whyPending(execution, step);
        if (notes != null && notes.notBefore > 0) {
            causes.add(new Cause(
                    Kind.DELAY,
                    name,
                    attempts(execution, step) + ", next at " + Time.toInstant(notes.notBefore) + ": "
                            + Reasons.message(notes.error)));
            return "";
        }
        if (execution.heldByHand) {
            causes.add(new Cause(Kind.PAUSE, name, reason));
            return "Release the execution.";
        }
        causes.add(new Cause(Kind.LIMIT, name, reason));
        if (Reasons.isWaitingForSlot(execution, step)) {
            return "It starts when the active run of this job ends.";
        }
        return Reasons.isWaitingForWorker(execution, step)
                ? "It starts as soon as such a worker has room; if there is none, start one."
                : "";
    }

    private static String running(LiveExecution execution, int step, List<Cause> causes) {
        if (!(execution.leases.get(step) instanceof Attempt attempt)) {
            return "";
        }
        String name = execution.plan.name(step);
        if (Reasons.awaitsApproval(execution, step)) {
            String since = " since " + Time.toInstant(attempt.started);
            causes.add(new Cause(Kind.APPROVAL, name, Reasons.of(execution, step) + since));
            return "Approve or reject it.";
        }
        String stopping = attempt.stopped() == null ? "" : ", asked to stop";
        causes.add(new Cause(
                Kind.RUNNING,
                name,
                "on attempt " + attempt.number + " of " + most(execution, step) + " since "
                        + Time.toInstant(attempt.started) + stopping));
        return "";
    }

    private static String skipped(LiveExecution execution, int step, List<Cause> causes) {
        Why why = Reasons.why(execution, step);
        Kind kind = why == Why.CONDITION ? Kind.CONDITION : why == Why.PAUSED ? Kind.PAUSE : Kind.ENDED;
        causes.add(new Cause(kind, execution.plan.name(step), Reasons.whySkipped(execution, step)));
        if (why == Why.PAUSED) {
            return "Resume it; the next execution will run it.";
        }
        return why.becauseOfOthers() ? "Retry or mark what it depends on, and it is looked at again." : "";
    }

    private static String ended(LiveExecution execution, int step, RunStatus status, List<Cause> causes) {
        String reason = Reasons.of(execution, step);
        String text = "on attempt " + execution.attempts[step] + " of " + most(execution, step)
                + (reason.isEmpty() ? "" : ": " + reason);
        causes.add(new Cause(Kind.ENDED, execution.plan.name(step), text));
        return status.countsAsFailure() ? "Retry it, or mark it by hand." : "";
    }

    private static String sentence(LiveExecution execution, int step, RunStatus status) {
        String name = execution.plan.name(step);
        Notes notes = execution.notes(step);
        return switch (status) {
            case RUNNING ->
                Reasons.awaitsApproval(execution, step)
                        ? name + ", which " + Reasons.of(execution, step)
                        : execution.leases.get(step) instanceof Attempt attempt
                                ? name + ", which is on attempt " + attempt.number + " of " + most(execution, step)
                                : name + ", which runs";
            case PENDING ->
                notes != null && notes.notBefore > 0
                        ? name + ", which is on attempt " + (execution.attempts[step] + 1) + " of "
                                + most(execution, step) + ", next at " + Time.toInstant(notes.notBefore)
                        : name + ", which " + Reasons.whyPending(execution, step);
            case BLOCKED -> name + ", which " + Reasons.whyBlocked(execution, step);
            default -> {
                String reason = Reasons.of(execution, step);
                yield name + ", which ended as " + status + (reason.isEmpty() ? "" : ": " + reason);
            }
        };
    }

    private static String attempts(LiveExecution execution, int step) {
        return "attempt " + execution.attempts[step] + " of " + most(execution, step);
    }

    private static int most(LiveExecution execution, int step) {
        Retry retry = execution.nodes[step].job().policy().retry();
        Notes notes = execution.notes(step);
        return retry.attempts() + (notes == null ? 0 : notes.earlierAttempts);
    }
}
