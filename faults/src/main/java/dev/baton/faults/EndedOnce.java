package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;

/** The end of every run is written once, by the owner of its execution: never twice, and by nobody else. */
final class EndedOnce implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            for (Recorded.Run run : evidence.recorded().runsOf(execution)) {
                List<Trail.End> ends = evidence.trail().endsOf(execution.id(), run.job());
                // What is retried ends once more.
                boolean retried = evidence.drillOf(execution.id())
                        .filter(drill -> drill.kind() == Drill.Kind.RETRY)
                        .isPresent();
                if (ends.isEmpty() || (ends.size() > 1 && !retried)) {
                    violations.add(
                            execution + ": the end of " + run + " was written " + ends.size() + " times: " + ends);
                }
                for (Trail.End end : ends) {
                    if (end.writer() != null && !end.writer().equals(end.owner())) {
                        violations.add(execution + ": it was not its owner that wrote " + end);
                    }
                }
            }
        }
        return violations;
    }
}
