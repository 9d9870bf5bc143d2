package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * A node is the owner of an execution until the end, or until it stops, or until its lease is over by the database's own
 * clock. Nobody takes anything from a node that is alive; it gives up by itself only what it puts to sleep.
 */
final class OwnersKept implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        evidence.trail().moves().forEach((execution, moves) -> {
            for (Trail.Move move : moves) {
                if (move.isLoss() && !isRight(evidence, move)) {
                    violations.add(execution + " was taken from a node that was alive: " + move);
                }
            }
        });
        return violations;
    }

    private static boolean isRight(Evidence evidence, Trail.Move loss) {
        String process = loss.process();
        boolean stopped = loss.writer().equals(process) && evidence.chronicle().leavesAt(process) <= loss.at();
        return stopped
                || evidence.trail().deathsOf(process).stream()
                        .anyMatch(death -> death.node().equals(loss.node())
                                && death.at() <= loss.at()
                                && death.expired() < death.at());
    }
}
