package dev.baton.bench.durable;

import dev.baton.bench.Contender;
import dev.baton.bench.Effort;

/**
 * Runs some of the jobs that are in the tables, and leaves the others for the next rounds. Counts bodies, since nothing
 * says when the database knows of the last: of so many, the few that are not recorded yet do not matter.
 */
final class PartialDrain implements Contender {

    private static final int FIRST_GUESS = 2_000;

    private final DurableContender contender;
    private final Workplace workplace;
    private final Effort effort;
    private final int most;
    private int jobs = FIRST_GUESS;

    PartialDrain(DurableContender contender, Workplace workplace, Effort effort, int ready) {
        this.contender = contender;
        this.workplace = workplace;
        this.effort = effort;
        // One share more than there are rounds: a few jobs more than awaited run before a scheduler has stopped.
        this.most = ready / (effort.rounds().all() + 1);
    }

    @Override
    public double round() throws Exception {
        Tally tally = new Tally(jobs);
        try (DurableScheduler scheduler = contender.open(workplace, tally)) {
            scheduler.start();
            double rate = tally.perSecond();
            jobs = (int) Math.min(most, rate * effort.perRound().toMillis() / 1e3);
            return rate;
        }
    }
}
