package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A schedule of every second has fired once for each: for every second where all that was missed is made up, and
 * otherwise for every second in which a node was up that could have.
 */
final class FiresOnce implements Check {

    private static final long SECOND = 1_000_000;

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (String tick : Scenarios.TICKS) {
            TreeSet<Long> fires = new TreeSet<>();
            for (Recorded.Execution execution : evidence.recorded().executions()) {
                if (execution.name().equals(tick) && !fires.add(execution.scheduled())) {
                    violations.add(tick + " fired twice for " + execution.scheduled());
                }
            }
            if (fires.isEmpty()) {
                violations.add(tick + " never fired");
                continue;
            }
            for (long second = fires.first(); second < fires.last(); second += SECOND) {
                boolean expected = tick.equals(Scenarios.TICK_ALL) || couldFire(evidence.chronicle(), second);
                if (expected && !fires.contains(second)) {
                    violations.add(tick + " did not fire for " + second);
                }
            }
        }
        return violations;
    }

    private static boolean couldFire(Chronicle chronicle, long second) {
        return chronicle.lives().entrySet().stream()
                .anyMatch(node -> node.getValue().from() < second - SECOND
                        && node.getValue().until() > second + SECOND
                        && !chronicle.isTroubled(node.getKey(), second - SECOND, second + SECOND));
    }
}
