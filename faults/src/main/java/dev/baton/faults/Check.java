package dev.baton.faults;

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
            new HomesKept(),
            new TakenOverInTime(),
            new FiresOnce(),
            new LimitsHold());

    /** Those that go by which process wrote what, which a database behind a pooler does not know. */
    Set<Class<? extends Check>> BY_WRITER = Set.of(
            NoNeedlessRepeat.class, StopsCostNoAttempt.class, EndedOnce.class, HomesKept.class, TakenOverInTime.class);

    /** Where it did not hold, in words. */
    List<String> violations(Evidence evidence);
}
