package dev.baton.internal.view;

import dev.baton.Approval;
import dev.baton.Explanation.Cause;
import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import dev.baton.SubWorkflow;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.Lease;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.RunState;
import dev.baton.internal.execution.Waiting;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the story of one run from its status. Called within the execution's turn. */
final class Stories {

    private Stories() {}

    static Story of(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        return switch (status) {
            case BLOCKED -> Story.of(Cause.PARENTS, Parents.of(execution, step).words(), "");
            case PENDING -> pending(execution, step);
            case RUNNING -> running(execution, step);
            default -> ended(execution, step, status);
        };
    }

    // ---- running

    private static Story running(LiveExecution execution, int step) {
        Lease lease = execution.states().lease(step);
        String name = Places.name(execution, step);
        Instant since = instant(lease == null ? execution.runs().started(step) : lease.started());
        String sinceWords = since == null ? "" : " since " + ReasonText.toSecond(since);
        if (lease != null && lease.stopped() != null) {
            return Story.of(Cause.STOPPING, "was told to stop, and has run" + sinceWords, "")
                    .since(since);
        }
        Object body = execution.node(step).job().body();
        RunDetails details = execution.runs().detailsOrNull(step);
        if (body instanceof Approval approval) {
            return Story.of(
                            Cause.APPROVAL,
                            "waits" + sinceWords + " for an approval: \"" + ReasonText.brief(approval.message()) + "\"",
                            "Approve or reject " + name + ".")
                    .since(since);
        }
        if (body instanceof SubWorkflow sub) {
            return Story.of(Cause.SUB_WORKFLOW, "runs " + sub.name() + sinceWords, "")
                    .since(since)
                    .withLead(new Lead.Nested(execution.runId(step)));
        }
        if (body instanceof Fanout) {
            return Story.of(Cause.FANOUT, "fans out" + sinceWords, "")
                    .since(since)
                    .withLead(new Lead.Nested(execution.runId(step)));
        }
        if (Waiting.onlyWaits(execution, step)) {
            return waiting(details, lease, sinceWords).since(since);
        }
        int number = lease == null ? execution.runs().attempts(step) : lease.number();
        return Story.of(
                        Cause.RUNNING,
                        "is on attempt " + number + " of " + Math.max(number, most(execution, step)) + sinceWords,
                        "")
                .since(since);
    }

    private static Story waiting(@Nullable RunDetails details, @Nullable Lease lease, String sinceWords) {
        long until = lease == null ? Waiting.NOT_ONLY : lease.waitsUntil();
        Run.Progress progress = details == null ? null : details.progress();
        String said = progress == null ? "" : ReasonText.brief(progress.message());
        String words = said.startsWith("until ") ? " " + said : said.isEmpty() ? "" : ": " + said;
        boolean isTimed = until != Waiting.NOT_ONLY && until != Waiting.FOR_A_PERSON;
        return Story.of(
                        Cause.WAIT,
                        "waits" + words + (words.isEmpty() ? sinceWords : " (" + sinceWords.strip() + ")"),
                        "")
                .until(isTimed ? instant(until) : null);
    }

    // ---- pending

    private static Story pending(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null && details.notBefore() > 0) {
            int failed = execution.runs().attempts(step);
            Instant next = Time.toInstant(details.notBefore());
            return Story.of(
                            Cause.RETRY,
                            "waits for attempt " + (failed + 1) + " of " + most(execution, step) + " at "
                                    + ReasonText.toSecond(next)
                                    + ": attempt " + failed + " failed: "
                                    + ReasonText.brief(ReasonText.failureText(execution, step)),
                            "")
                    .until(next);
        }
        if (execution.state() == ExecutionState.HELD) {
            return Story.of(Cause.HOLD, "would run, but its execution is held", "Release the execution.");
        }
        if (execution.node(step) instanceof ExternalNode external) {
            return Story.of(Cause.OUTSIDE, "stands for a run outside", "")
                    .withLead(new Lead.Outside(external.execution(), external.step()));
        }
        Store.Gate gate = details == null ? null : details.waitsAt();
        if (gate != null) {
            return Story.of(Cause.LIMIT, ReasonText.whyPending(execution, step), "")
                    .withLead(new Lead.AtGate(new Permit(gate, execution, step)));
        }
        if (execution.states().get(step) == RunState.QUEUED) {
            int most = execution.policy().parallel();
            return Story.of(
                    Cause.PARALLEL,
                    "waits for its turn: " + (most == 1 ? "one step" : most + " steps")
                            + " of its execution may run at a time",
                    "");
        }
        RunPolicy.Demand demand =
                execution.cause().demand(execution.node(step).job().policy());
        String which = demand.isOrdinary() ? "waits for a worker" : "waits for a worker " + demand;
        return Story.of(Cause.WORKERS_BUSY, which, "").withLead(new Lead.Ready(execution, step, demand));
    }

    // ---- ended

    private static Story ended(LiveExecution execution, int step, RunStatus status) {
        EndReason why = ReasonText.why(execution, step);
        String reason = ReasonText.brief(ReasonText.of(execution, step));
        String attempt = attempt(execution, step);
        String because = reason.isEmpty() ? "" : ": " + reason;
        String name = Places.name(execution, step);
        if (why == EndReason.MARKED) {
            return Story.of(Cause.MARKED, "was marked as " + status + " by hand", "");
        }
        return switch (status) {
            case SUCCESS -> Story.of(Cause.SUCCESS, "succeeded" + attempt, "");
            case PARTIAL -> Story.of(Cause.SUCCESS, "succeeded in part" + attempt, "");
            case SKIPPED -> skipped(execution, step, why, reason);
            case TIMEOUT -> Story.of(Cause.TIMEOUT, "timed out" + attempt + because, again(name));
            case CANCELLED ->
                Story.of(cause(why), "was cancelled" + (why == EndReason.CANCELLED ? "" : because), again(name));
            default -> Story.of(Cause.FAILURE, "failed" + attempt + because, again(name));
        };
    }

    private static String again(String name) {
        return "Retry " + name + ", or mark it by hand.";
    }

    private static Story skipped(LiveExecution execution, int step, EndReason why, String reason) {
        if (why == EndReason.CONDITION) {
            return Story.of(Cause.CONDITION, Parents.brokenWords(execution, step, reason), "");
        }
        String remedy = switch (why) {
            case PAUSED -> resume(execution, step);
            case GUARD -> "Run it again when its condition holds.";
            case OVERLAP, EXECUTION_OVERLAP -> "Run it again, or let its overlap policy queue it.";
            default -> "";
        };
        return Story.of(cause(why), "was skipped" + (reason.isEmpty() ? "" : ": " + reason), remedy);
    }

    static String resume(LiveExecution execution, int step) {
        String job = execution.node(step).job().name();
        if (execution.node(step).isPaused()) {
            return "Resume " + job + ": the next execution will run it.";
        }
        return execution.definition().isPaused()
                ? "Resume " + execution.definition().name() + ": the next execution will run."
                : "It is not paused any more: run it again.";
    }

    static Cause cause(EndReason why) {
        return switch (why) {
            case BODY, NOT_CALLED -> Cause.SKIPPED;
            case CONDITION -> Cause.CONDITION;
            case PAUSED -> Cause.PAUSED;
            case REMOVED -> Cause.REMOVED;
            case OVERLAP, EXECUTION_OVERLAP -> Cause.OVERLAP;
            case FAIL_FAST -> Cause.FAIL_FAST;
            case EXECUTION_TIMEOUT, TOO_LONG -> Cause.TIMEOUT;
            case CANCELLED -> Cause.CANCELLED;
            case REPLACED -> Cause.REPLACED;
            case MARKED -> Cause.MARKED;
            case EXTERNAL -> Cause.OUTSIDE;
            case LOST -> Cause.FAILURE;
            case GUARD -> Cause.WHEN;
        };
    }

    // ---- words

    private static String attempt(LiveExecution execution, int step) {
        int number = execution.runs().attempts(step);
        return number == 0 ? "" : " on attempt " + number + " of " + Math.max(number, most(execution, step));
    }

    private static int most(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        int most = execution.node(step).job().policy().retry().attempts();
        return most + (details == null ? 0 : details.earlierAttempts());
    }

    /** Further facts about a run: its progress, its time limit, and how its last attempt ended. */
    static List<String> facts(LiveExecution execution, int step) {
        List<String> facts = new ArrayList<>();
        RunStatus status = execution.status(step);
        RunDetails details = execution.runs().detailsOrNull(step);
        Lease lease = execution.states().lease(step);
        if (status == RunStatus.RUNNING && details != null) {
            Run.Progress progress = details.progress();
            if (progress != null && !Waiting.onlyWaits(execution, step)) {
                String said = ReasonText.brief(progress.message());
                facts.add("It is " + Math.round(progress.fraction() * 100) + " % done"
                        + (said.isEmpty() ? "" : ", it says: " + said));
            }
        }
        RunPolicy.Limits limits = execution.node(step).job().policy().limits();
        if (lease != null && limits.attempt() != null && lease.stopped() == null) {
            long end = lease.started() + Time.toMicros(limits.attempt());
            facts.add("It is stopped at " + ReasonText.toSecond(Time.toInstant(end)) + ", its time limit");
        }
        if (!status.isTerminal() && details != null && details.notBefore() == 0) {
            List<Run.Attempt> past = details.pastAttempts();
            if (!past.isEmpty()) {
                Run.Attempt last = past.get(past.size() - 1);
                facts.add("Attempt " + last.number() + " ended as " + last.status()
                        + (last.reason().isEmpty() ? "" : ": " + last.reason()));
            }
        }
        return facts;
    }

    private static @Nullable Instant instant(long micros) {
        return micros <= 0 ? null : Time.toInstant(micros);
    }
}
