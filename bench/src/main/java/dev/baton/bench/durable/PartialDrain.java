package dev.baton.bench.durable;

import dev.baton.bench.Contender;
import dev.baton.bench.Effort;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Runs some of the jobs that are in the tables, and leaves the others for the next rounds. Counts bodies, since nothing
 * says when the database knows of the last: of so many, the few that are not recorded yet do not matter.
 */
final class PartialDrain implements Contender {

    private static final int FIRST_GUESS = 2_000;

    private final DurableContender contender;
    private final Tables tables;
    private final Effort effort;
    private final int most;
    private int jobs = FIRST_GUESS;

    /** Gives a round the tables that it is to run out of. */
    @FunctionalInterface
    interface Tables {

        /** Tables with at least this many jobs that are ready, for the caller to close. */
        OpenTables withReady(int jobs) throws Exception;
    }

    /**
     * Tables for one round.
     *
     * @param workplace where they are
     * @param isForThisRoundOnly whether they are removed after it
     */
    record OpenTables(Workplace workplace, boolean isForThisRoundOnly) implements AutoCloseable {

        @Override
        public void close() throws IOException, SQLException {
            if (isForThisRoundOnly) {
                workplace.close();
            }
        }
    }

    /** Drains with rounds that take no more than their share of the jobs. */
    PartialDrain(DurableContender contender, Tables tables, Effort effort, int ready) {
        this.contender = contender;
        this.tables = tables;
        this.effort = effort;
        // One share more than there are rounds: a few jobs more than awaited run before a scheduler has stopped.
        this.most = ready / (effort.rounds().all() + 1);
    }

    @Override
    public double round() throws Exception {
        try (OpenTables open = tables.withReady(jobs)) {
            Tally tally = new Tally(jobs);
            try (DurableScheduler scheduler = contender.open(open.workplace(), tally)) {
                scheduler.start();
                double rate = tally.perSecond();
                jobs = (int) Math.min(most, rate * effort.perRound().toMillis() / 1e3);
                return rate;
            }
        }
    }
}
