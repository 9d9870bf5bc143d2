package dev.baton.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A promise that holds whatever happens. */
@FunctionalInterface
interface Check {

    List<Check> ALL = List.of(
            new NothingLost(),
            new EndsAsPlanned(),
            new CommandsObeyed(),
            new NestedOnce(),
            new PausesLast(),
            new ParentsFirst(),
            new AddedTogether(),
            new NoNeedlessRepeat(),
            new StopsCostNoAttempt(),
            new EndedOnce(),
            new OwnersKept(),
            new ReleasedInTime(),
            new FiresOnce(),
            new LimitsHold());

    /** The promises of servers and their workers: what a living worker runs is not repeated, whatever else happens. */
    static List<Check> ofServers() {
        List<Check> checks = new ArrayList<>(ALL);
        checks.replaceAll(check -> check instanceof NoNeedlessRepeat ? new NoRepeatWhileWorkerLives() : check);
        checks.add(new NeverTwoProcesses());
        checks.add(new OutputsHandedOn());
        return checks;
    }

    /** The checks that need to know which process wrote a row, which a database behind a pooler does not. */
    Set<Class<? extends Check>> BY_WRITER = Set.of(
            NoNeedlessRepeat.class, StopsCostNoAttempt.class, EndedOnce.class, OwnersKept.class, ReleasedInTime.class);

    /** Where it did not hold, in words. */
    List<String> violations(Evidence evidence);
}
