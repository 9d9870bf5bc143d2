package dev.baton.internal.run;

import dev.baton.Deferred;
import dev.baton.Guard;
import dev.baton.RunPolicy;
import dev.baton.SkipSignal;
import dev.baton.error.NotPossibleException;
import dev.baton.error.NotRecordedException;
import dev.baton.internal.definition.Node;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.ExecutionState;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.Recovery;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.execution.Stops;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whether a claimed attempt starts, and sets its time limits. Safe from any thread. */
final class StartCheck {

    private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

    private StartCheck() {}

    /** Whether a ready run must not be taken now, since its execution is held, or stops with the run it belongs to. */
    static boolean isKeptBack(LiveExecution execution, int step, Nesting nesting) {
        if (!isStoppedByOthers(execution, step, nesting)) {
            return false;
        }
        if (execution.state() == ExecutionState.HELD) {
            execution.tell(turn -> turn.putBack(step));
        } else {
            // The run that was told to stop tells this execution soon; until then nothing of it starts any more.
            execution.tell(Recovery::stopWithParent);
        }
        return true;
    }

    private static boolean isStoppedByOthers(LiveExecution execution, int step, Nesting nesting) {
        return execution.state() == ExecutionState.HELD
                || (nesting.isStopping(execution) && !execution.plan().isFinal(step));
    }

    /**
     * Whether an attempt starts; if not, its run has ended. Asks the guard, which is user code, may block, and may
     * query its own execution: never called within a turn.
     */
    static boolean mayStart(Attempt attempt) {
        LiveExecution execution = attempt.execution();
        return execution.isPlain(attempt.step()) || mayStart(attempt, execution.node(attempt.step()));
    }

    /**
     * Records the start of an attempt before the body runs, if a node has died while it owned the execution: the body
     * may have been the cause, and its start counts if that happens again. Returns false if another node owns the
     * execution by now.
     */
    static boolean isRecorded(Attempt attempt) {
        LiveExecution execution = attempt.execution();
        if (attempt.isBorrowed() || !hasOwnerDied(execution)) {
            return true;
        }
        boolean recorded;
        try {
            recorded = execution.change(turn -> {
                turn.touchByAttempt(attempt.step());
                return execution.states().lease(attempt.step()) == attempt;
            });
        } catch (MovedException | NotPossibleException e) {
            return false;
        }
        if (recorded
                && isStoppedByOthers(
                        execution, attempt.step(), attempt.services().nesting())) {
            // Recording takes a while, and meanwhile somebody was told that nothing starts any more.
            attempt.handBack();
            return false;
        }
        return recorded;
    }

    /**
     * Whether a claimed attempt may still begin. Time has passed since it was claimed: the process may have been frozen
     * past its lease, and somebody may have been told that nothing of the execution starts any more.
     */
    static boolean mayBegin(Attempt attempt) {
        Lender lender = attempt.lender;
        if (lender != null) {
            // Asked first: the process may be frozen before it has the answer.
            return lender.lends(attempt) && attempt.runs.holdsLease();
        }
        LiveExecution execution = attempt.execution();
        // In this order: a process that joins again lets go of everything it had before it gets another lease.
        return attempt.runs.holdsLease()
                && !execution.isGone()
                && (attempt.isUnderWay()
                        || !isStoppedByOthers(
                                execution, attempt.step(), attempt.services().nesting()));
    }

    /** Whether a run was stopped, or ended by a command, since the attempt was claimed. Its body is not called then. */
    static boolean isWithdrawn(Attempt attempt) {
        return attempt.stopped() != null
                || (!attempt.isBorrowed() && attempt.execution().states().lease(attempt.step()) != attempt);
    }

    /** Whether a node has died while it owned an execution. */
    static boolean hasOwnerDied(LiveExecution execution) {
        ExecutionRecord record = execution.record();
        return record != null && record.state().hasLostOwner();
    }

    private static boolean mayStart(Attempt attempt, Node node) {
        boolean first = attempt.number() == 1;
        if (node.isRemoved()) {
            if (first) {
                attempt.skip(EndReason.REMOVED, null);
            } else {
                attempt.fail(lastError(attempt));
            }
            return false;
        }
        if (first && node.isPaused()) {
            attempt.skip(EndReason.PAUSED, null);
            return false;
        }
        // Before the guard is asked: a guard that blocks is stopped by the time limit of its run, as a body is.
        limit(attempt);
        Guard guard = node.job().policy().guard();
        return guard == null || !asksGuard(attempt) || isAllowed(attempt, guard);
    }

    /** Whether a guard decides about an attempt. It is asked once, before the first attempt. */
    static boolean asksGuard(Attempt attempt) {
        LiveExecution execution = attempt.execution();
        int step = attempt.step();
        return !execution.isPlain(step)
                && attempt.number() == 1
                && execution.node(step).job().policy().guard() != null
                && !waitsOn(attempt);
    }

    /** Whether the guard let the run pass before its execution was put out of memory. */
    private static boolean waitsOn(Attempt attempt) {
        RunDetails details = attempt.execution().runs().detailsOrNull(attempt.step());
        return details != null && details.waitsOn();
    }

    private static boolean isAllowed(Attempt attempt, Guard guard) {
        try {
            Optional<String> objection = guard.objection(attempt);
            objection.ifPresent(
                    reason -> attempt.skip(EndReason.GUARD, reason.isBlank() ? "its guard gives no reason" : reason));
            return objection.isEmpty();
        } catch (SkipSignal signal) {
            attempt.skip(EndReason.GUARD, signal.getMessage());
            return false;
        } catch (Throwable e) {
            // The guard is user code.
            attempt.fail(e);
            return false;
        } finally {
            // An interrupt that the guard caused, or left behind, is not meant for what this thread does next.
            Thread.interrupted();
        }
    }

    private static Throwable lastError(Attempt attempt) {
        RunDetails details = attempt.execution().runs().detailsOrNull(attempt.step());
        Failure failure = details == null ? null : details.failure();
        return failure != null ? failure.error() : new IllegalStateException("removed between two attempts");
    }

    /** Limits an attempt that goes on, and stops it if it or its execution was told to stop before its node died. */
    static void goOn(Attempt attempt) {
        limit(attempt);
        stopIfTold(attempt);
    }

    /**
     * Begins a waiting body, if it may: one that was told to stop before its node died begins only to stop what it waits
     * for.
     */
    static void begin(Attempt attempt, Consumer<Attempt> started) {
        if (!mayBegin(attempt)) {
            attempt.handBack();
        } else if (mayStart(attempt)) {
            started.accept(attempt);
            begin(attempt);
        }
    }

    private static void begin(Attempt attempt) {
        try {
            attempt.begin();
        } catch (SkipSignal signal) {
            attempt.skip(EndReason.BODY, signal.getMessage());
        } catch (Throwable e) {
            if (isOutage(e)) {
                beginAgain(attempt, e);
            } else {
                attempt.failWithTrace(e);
            }
        }
        stopIfTold(attempt);
    }

    private static boolean isOutage(Throwable e) {
        return e instanceof StoreUnavailableException || (e instanceof NotRecordedException lost && !lost.isRefused());
    }

    /**
     * The store is away, and what the body would have started could not be recorded: it begins again in a while, as it
     * does after a restart, and starts the same once.
     */
    private static void beginAgain(Attempt attempt, Throwable failure) {
        LOG.debug("{}: {}", attempt.jobName(), failure.getMessage());
        attempt.services()
                .time()
                .after(
                        AGAIN_AFTER,
                        () -> attempt.runs.later(() -> {
                            if (!attempt.isCancelled()) {
                                if (mayBegin(attempt)) {
                                    begin(attempt);
                                } else {
                                    attempt.handBack();
                                }
                            }
                        }));
    }

    private static void stopIfTold(Attempt attempt) {
        StopReason told = Stops.reason(attempt.execution(), attempt.step());
        if (told != null) {
            attempt.stop(told);
        }
    }

    /** Sets the time limits of an attempt; of one that goes on, what is left of them. */
    private static void limit(Attempt attempt) {
        RunPolicy.Limits limits =
                attempt.execution().node(attempt.step()).job().policy().limits();
        Duration longest = limits.attempt();
        Duration total = limits.total();
        if (longest != null && attempt.number() == 1 && attempt.job().body() instanceof Deferred) {
            // A waiting body begins again when its execution returns to memory: the time it has waited counts.
            longest = left(attempt, longest);
        }
        if (total != null) {
            Duration left = left(attempt, total);
            longest = longest == null || left.compareTo(longest) < 0 ? left : longest;
        }
        if (longest != null) {
            long age = Math.max(0, attempt.services().time().micros() - attempt.started());
            attempt.limitTo(longest.minus(age, ChronoUnit.MICROS));
        }
    }

    private static Duration left(Attempt attempt, Duration limit) {
        long firstStarted = attempt.execution().runs().details(attempt.step()).firstStarted(attempt.started());
        return limit.minus(attempt.started() - firstStarted, ChronoUnit.MICROS);
    }
}
