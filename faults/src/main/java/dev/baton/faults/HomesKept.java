package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A node is the home of an execution until the end, or until it stops, or until its lease is over by the database's own
 * clock. Nobody takes anything from a node that is alive.
 *
 * <p>A process that was declared dead and goes on as another node lets go by itself of what it creates under its new name
 * and was asked for under the old one: none of that has begun.
 */
final class HomesKept implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        evidence.trail().moves().forEach((execution, moves) -> {
            for (int i = 0; i < moves.size(); i++) {
                Trail.Move move = moves.get(i);
                if (move.isLoss()
                        && !isRight(evidence, move)
                        && !isReborn(evidence, execution, moves.subList(0, i + 1))) {
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

    private static boolean isReborn(Evidence evidence, UUID execution, List<Trail.Move> moves) {
        Trail.Move loss = moves.get(moves.size() - 1);
        String process = loss.process();
        boolean justCreated = moves.size() == 2 && moves.get(0).writer().equals(process);
        return justCreated
                && loss.writer().equals(process)
                && evidence.trail().deathsOf(process).stream().anyMatch(death -> death.at() <= loss.at())
                && evidence.ledger().stream()
                        .noneMatch(entry -> entry.execution().equals(execution) && entry.at() <= loss.at());
    }
}
