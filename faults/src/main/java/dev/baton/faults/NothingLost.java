package dev.baton.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every accepted execution is there once and has ended, and none that was rolled back is there. */
final class NothingLost implements Check {

    @Override
    public List<String> violations(Evidence evidence) {
        List<String> violations = new ArrayList<>();
        Map<String, Recorded.Execution> byKey = new HashMap<>();
        for (Recorded.Execution execution : evidence.recorded().executions()) {
            if (execution.ended() == 0) {
                violations.add(execution + " has not ended");
            }
            if (execution.key() != null && byKey.put(execution.key(), execution) != null) {
                violations.add("two executions have the key " + execution.key());
            }
        }
        Submissions submissions = evidence.submissions();
        submissions.accepted().forEach((key, name) -> {
            Recorded.Execution execution = byKey.get(key);
            if (execution == null || !execution.name().equals(name)) {
                violations.add(key + " of " + name + " was accepted, and there is " + execution);
            }
        });
        for (String key : submissions.takenBack()) {
            if (byKey.containsKey(key) || evidence.recorded().purchases().contains(key)) {
                violations.add(key + " was rolled back, and is there");
            }
        }
        for (String key : submissions.enqueued()) {
            if (!evidence.recorded().purchases().contains(key)) {
                violations.add(key + " was committed without the row that was written with it");
            }
        }
        return violations;
    }
}
