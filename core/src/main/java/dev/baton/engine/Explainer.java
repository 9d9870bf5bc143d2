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
            case RUNNING -> running(execution, step, causes);
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
                Kind kind = run == RunStatus.RUNNING ? Kind.RUNNING : run.isTerminal() ? Kind.ENDED : Kind.LIMIT;
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
        if (!execution.begun || execution.plan.isFinal(step)) {
            causes.add(new Cause(Kind.PARENT, execution.definition.name(), Reasons.whyBlocked(execution, step)));
            return "";
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
        return Reasons.isWaitingForSlot(execution, step) ? "It starts when the active run of this job ends." : "";
    }

    private static void running(LiveExecution execution, int step, List<Cause> causes) {
        if (execution.leases.get(step) instanceof Attempt attempt) {
            String stopping = attempt.stopped() == null ? "" : ", asked to stop";
            causes.add(new Cause(
                    Kind.RUNNING,
                    execution.plan.name(step),
                    "on attempt " + attempt.number + " of " + most(execution, step) + " since "
                            + Time.toInstant(attempt.started) + stopping));
        }
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
                execution.leases.get(step) instanceof Attempt attempt
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
