package dev.baton.faults;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The end of a fault run, without further faults: every submission is accepted, and ends. */
record Recovery(Database database, Chronicle chronicle, Submissions submissions, DrillLoad drills) {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    /**
     * Waits until all that was asked for is accepted and has ended.
     *
     * @param alive who can be told to fire no more
     */
    void await(Supplier<? extends List<? extends Asked>> alive) throws Exception {
        Await.until(
                "everything that was asked for is accepted",
                LONGEST,
                () -> submissions.open().isEmpty());
        try {
            Await.until("every command was obeyed", LONGEST, drills::isOver);
        } catch (AssertionError e) {
            throw new AssertionError(
                    "not over: " + drills.open() + "\n" + String.join("\n", Recorded.active(database)), e);
        }
        chronicle.pauses();
        for (String tick : Scenarios.TICKS) {
            Await.until(tick + " is paused", LONGEST, () -> {
                alive.get().get(0).ask("pause " + tick).get();
                return true;
            });
        }
        try {
            Await.until(
                    "no execution is active",
                    LONGEST,
                    () -> Recorded.active(database).isEmpty());
        } catch (AssertionError e) {
            throw new AssertionError("still active:\n" + String.join("\n", Recorded.active(database)), e);
        }
    }
}
