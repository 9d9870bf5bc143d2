package dev.baton.internal.cluster;

import dev.baton.RunId;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Recovery;
import dev.baton.internal.execution.Turn;
import dev.baton.internal.journal.Archive;
import java.util.function.Consumer;

/** Decides how a claimed execution continues. */
final class Adoption {

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
            return abandoned ? Recovery::stopWithParent : Turn::begin;
        }
        return abandoned
                ? turn -> {
                    Recovery.resume(turn);
                    Recovery.stopWithParent(turn);
                }
                : Recovery::resume;
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
        LiveExecution parent = part.execution();
        return parent.states().get(run.number()).isTerminal() && parent.runs().why(run.number()) != EndReason.BODY;
    }
}
