package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Unit;

/** How much processor time a job takes to be stored and to be run, of PostgreSQL and of the program. Linux only. */
final class ProcessorTimes implements DurablePart {

    private final Drains drains;

    ProcessorTimes(Drains drains) {
        this.drains = drains;
    }

    @Override
    public char letter() {
        return 'l';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        standings.add(
                "l. processor time of PostgreSQL, storing a job",
                Unit.MICROSECONDS,
                drains.databaseTimes(effort, DrainRound::storing));
        standings.add(
                "l. processor time of PostgreSQL, running it",
                Unit.MICROSECONDS,
                drains.databaseTimes(effort, DrainRound::running));
        standings.add(
                "l. processor time of the program, storing a job",
                Unit.MICROSECONDS,
                drains.programTimes(effort, DrainRound::storing));
        standings.add(
                "l. processor time of the program, running it",
                Unit.MICROSECONDS,
                drains.programTimes(effort, DrainRound::running));
    }
}
