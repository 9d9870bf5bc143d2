package dev.baton.internal;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.execution.Stops;
import dev.baton.internal.execution.Watcher;
import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.Nesting;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executions that belong to a run of another execution: each is started once, however often the run asks for it, and
 * the run is told when it has ended, on whichever node. Safe from any thread.
 */
final class NestedExecutions implements Nesting {

    private static final Logger LOG = LoggerFactory.getLogger(NestedExecutions.class);

    private final Supplier<ExecutionOwner> owner;
    private final BiFunction<RunId, Submission, Execution> starter;
    private final Function<LiveExecution, Execution> handles;
    /** Runs that start an execution: one that is told to stop meanwhile has the execution in hand only afterwards. */
    private final Map<RunId, Attempt> starting = new ConcurrentHashMap<>();

    /**
     * Starts executions for runs.
     *
     * @param owner the owner of executions; resolved when a run starts one
     * @param starter starts an execution for a run, unless there is one already
     * @param handles creates the handles that users see
     */
    NestedExecutions(
            Supplier<ExecutionOwner> owner,
            BiFunction<RunId, Submission, Execution> starter,
            Function<LiveExecution, Execution> handles) {
        this.owner = owner;
        this.starter = starter;
        this.handles = handles;
    }

    @Override
    public Execution start(Attempt parent, Submission submission, Consumer<Execution> ended) {
        if (!parent.isCancelled() && Thread.interrupted()) {
            LOG.debug("{}: an interrupt that its own code left behind is ignored", parent.jobName());
        }
        Submission inherited = HiddenParameters.inherit(
                submission,
                parent.execution().definition().name(),
                parent.execution().cause().parameters());
        boolean isFollowed = false;
        starting.put(parent.runId(), parent);
        try {
            Execution nested = starter.apply(parent.runId(), inherited);
            follow(parent, nested, ended);
            isFollowed = true;
            return nested;
        } catch (NoSuchJobException e) {
            // Another node may have started it, and died before it recorded that the run had begun.
            return resume(parent, ended).orElseThrow(() -> e);
        } finally {
            if (!isFollowed || !parent.isCancelled()) {
                starting.remove(parent.runId(), parent);
            }
        }
    }

    @Override
    public Optional<Execution> resume(Attempt parent, Consumer<Execution> ended) {
        LiveExecution known = owner.get().withKey(Keys.within(parent.runId()));
        if (known == null) {
            return Optional.empty();
        }
        Execution nested = handles.apply(known);
        follow(parent, nested, ended);
        return Optional.of(nested);
    }

    @Override
    public boolean isStopping(LiveExecution nested) {
        String key = nested.cause().key();
        return key != null && Keys.parentRun(key).filter(this::isStopping).isPresent();
    }

    private boolean isStopping(RunId run) {
        Attempt starter = starting.get(run);
        if (starter != null && stopsNested(starter)) {
            return true;
        }
        LiveExecution parent = owner.get().archive().findActive(run.execution());
        // Also when it has ended by then: what it had to say to the execution may still be on its way.
        return parent != null
                && run.number() < parent.plan().size()
                && (Stops.reason(parent, run.number()) != null || Stops.wasStopped(parent, run.number()));
    }

    private void follow(Attempt parent, Execution nested, Consumer<Execution> ended) {
        if (parent.attempt() > 1 && nested.status().isTerminal() && isToRetry(nested) && !wasRetried(parent, nested)) {
            retry(nested);
        }
        parent.onStop(() -> stop(parent, nested));
        owner.get().externals().watch(parent.execution(), nested.id(), end -> tell(parent, nested.id(), end, ended));
    }

    /** None of its runs need have failed when it ran past its time limit: they may all have waited for their turn. */
    private static boolean isToRetry(Execution nested) {
        return nested.status() == ExecutionStatus.TIMEOUT
                || nested.counts().keySet().stream().anyMatch(RunStatus::countsAsFailure);
    }

    private static void retry(Execution nested) {
        try {
            nested.retry();
        } catch (NotPossibleException e) {
            LOG.debug("nothing of execution {} is left to be run again: {}", nested.id(), e.getMessage());
        }
    }

    /** Whether an execution has been retried for this attempt already, and ended again, before the parent's node died. */
    private static boolean wasRetried(Attempt parent, Execution nested) {
        RunDetails details = parent.execution().runs().detailsOrNull(parent.step());
        List<Run.Attempt> past = details == null ? List.of() : details.pastAttempts();
        Instant before = past.isEmpty() ? null : past.get(past.size() - 1).finished();
        return before != null
                && nested.finished().filter(end -> end.isAfter(before)).isPresent();
    }

    /** Also long after the run has ended: an outage may outlast its grace. */
    private void stop(Attempt parent, Execution nested) {
        try {
            if (stopsNested(parent)) {
                nested.cancel();
            }
        } catch (StoreUnavailableException e) {
            LOG.debug("execution {} is cancelled when the store is back", nested.id());
            owner.get().externals().again(() -> stop(parent, nested));
            return;
        } catch (NoSuchExecutionException e) {
            LOG.debug("execution {} is not kept any longer", nested.id());
        }
        starting.remove(parent.runId(), parent);
    }

    /** Whether a run was told to stop for good, and its execution with it. */
    private static boolean stopsNested(Attempt parent) {
        StopReason reason = parent.stopped();
        return reason != null && reason != StopReason.SHUTDOWN && reason != StopReason.LOST;
    }

    private void tell(Attempt parent, UUID id, Watcher.End end, Consumer<Execution> ended) {
        try {
            LiveExecution found = end.execution() != null
                    ? end.execution()
                    : owner.get().archive().find(id);
            if (found == null) {
                throw NoSuchExecutionException.id(id);
            }
            ended.accept(handles.apply(found));
        } catch (StoreUnavailableException e) {
            // What came of it is read when the store is back.
            owner.get().externals().watch(parent.execution(), id, again -> tell(parent, id, again, ended));
        } catch (RuntimeException | Error e) {
            // Callers that wait for the parent must not wait for ever.
            parent.fail(e);
        }
    }
}
