package dev.baton.faults;

import java.util.List;

/** A promise that holds whatever happens. */
@FunctionalInterface
interface Check {

    List<Check> ALL = List.of(
            new NothingLost(),
            new EndsAsPlanned(),
            new ParentsFirst(),
            new AddedTogether(),
            new NoNeedlessRepeat(),
            new StopsCostNoAttempt(),
            new EndedOnce(),
            new HomesKept(),
            new FiresOnce(),
            new LimitsHold());

    /** Where it did not hold, in words. */
    List<String> violations(Evidence evidence);
}
