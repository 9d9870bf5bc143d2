package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Unit;

/** How many transactions PostgreSQL commits for a job that is run. */
final class CommitsPerJob implements DurablePart {

    private final Drains drains;

    CommitsPerJob(Drains drains) {
        this.drains = drains;
    }

    @Override
    public char letter() {
        return 'i';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        standings.add("i. commits while running them", Unit.COMMITS_PER_JOB, drains.commitsPerJob(effort));
    }
}
