package dev.baton.internal.cluster;

import dev.baton.Deferred;
import dev.baton.RunId;
import dev.baton.error.BatonException;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.execution.Beginning;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Recovery;
import dev.baton.internal.execution.Stops;
import dev.baton.internal.execution.Turn;
import dev.baton.internal.journal.Archive;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides how a claimed execution continues. A run that is a workflow or a fan-out has an execution of its own, which
 * another node may own: if the node that stopped the run has died before it told that execution, the nodes that own
 * the two find out.
 */
final class Adoption {

    private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

    private Adoption() {}

    /** The first turn of a claimed execution. Reads the run that it belongs to, if it does, from the store. */
    static Consumer<Turn> continuation(LiveExecution execution, Archive archive) {
        if (execution.status().isTerminal()) {
            return turn -> {};
        }
        boolean abandoned = Keys.parentRun(execution.cause().key())
                .filter(parent -> wasStopped(parent, archive))
                .isPresent();
        if (!execution.hasBegun()) {
            return abandoned ? Recovery::stopWithParent : Beginning::begin;
        }
        return abandoned
                ? turn -> {
                    Recovery.resume(turn);
                    Recovery.stopWithParent(turn);
                }
                : Recovery::resume;
    }

    /** Stops a claimed execution when the one that it belongs to ends without it, and what belongs to its stopped runs. */
    static void tie(LiveExecution execution, ClusterNode node) {
        if (execution.status().isTerminal()) {
            return;
        }
        Keys.parentRun(execution.cause().key())
                .ifPresent(parent -> node.externals().watchAsleep(execution, parent.execution(), end -> {
                    LiveExecution ended = end.execution();
                    if (ended != null && Stops.wasStopped(ended, parent.number())) {
                        execution.tell(Recovery::stopWithParent);
                    }
                }));
        List<RunId> stopped = stoppedWithExecution(execution);
        if (!stopped.isEmpty()) {
            node.ready().later(() -> stopped.forEach(run -> stopExecutionOf(run, node)));
        }
    }

    /** The runs with an execution of their own that have ended, and not because that execution had. */
    private static List<RunId> stoppedWithExecution(LiveExecution execution) {
        List<RunId> stopped = new ArrayList<>();
        for (int step = 0; step < execution.plan().size(); step++) {
            if (Stops.wasStopped(execution, step)
                    && execution.runs().started(step) > 0
                    && execution.node(step).job().body() instanceof Deferred) {
                stopped.add(execution.runId(step));
            }
        }
        return stopped;
    }

    private static void stopExecutionOf(RunId run, ClusterNode node) {
        try {
            LiveExecution nested = node.withKey(Keys.within(run));
            if (nested != null && !nested.status().isTerminal()) {
                node.command(nested.id(), Command.of(Command.Verb.CANCEL).repeated());
            }
        } catch (StoreUnavailableException e) {
            node.time().after(AGAIN_AFTER, () -> node.ready().later(() -> stopExecutionOf(run, node)));
        } catch (BatonException e) {
            LOG.debug("the execution of run {} was not told to stop: {}", run, e.getMessage());
        }
    }

    /**
     * Whether a run was ended by a mark, a cancellation or a time limit. The node that recorded the end may have died
     * before it told the execution that belongs to the run.
     */
    private static boolean wasStopped(RunId run, Archive archive) {
        Archive.Part part = archive.findPart(run.execution(), run.number(), run.number() + 1);
        if (part == null || run.number() >= part.execution().plan().size()) {
            return false;
        }
        return Stops.wasStopped(part.execution(), run.number());
    }
}
