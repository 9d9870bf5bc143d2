package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Unit;

/** Jobs that do nothing and wait for nothing: stored, then run from the first start to the last end. */
final class IndependentJobs implements DurablePart {

    private final Drains drains;

    IndependentJobs(Drains drains) {
        this.drains = drains;
    }

    @Override
    public char letter() {
        return 'g';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        standings.add("g. storing independent jobs", Unit.JOBS_PER_SECOND, drains.enqueueRates(effort));
        standings.add("g. running them", Unit.JOBS_PER_SECOND, drains.rates(effort));
    }
}
