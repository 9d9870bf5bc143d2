package dev.baton.faults;

import java.util.List;

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
            new HomesKept(),
            new TakenOverInTime(),
            new FiresOnce(),
            new LimitsHold());

    /** Where it did not hold, in words. */
    List<String> violations(Evidence evidence);
}
