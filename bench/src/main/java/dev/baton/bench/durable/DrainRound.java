package dev.baton.bench.durable;

import dev.baton.bench.Contender;
import dev.baton.bench.Rate;
import dev.baton.bench.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Stores jobs in fresh tables, then runs them all: as many as take a given time at the speed of the last round. */
final class DrainRound implements Contender {

    private static final int FIRST_GUESS = 2_000;

    private final PostgresServer server;
    private final DurableContender contender;
    private final Duration duration;
    private final List<Double> enqueueRates = new ArrayList<>();
    private final List<Double> commitsPerJob = new ArrayList<>();
    private final List<ProcessorTime> storing = new ArrayList<>();
    private final List<ProcessorTime> running = new ArrayList<>();
    private int jobs = FIRST_GUESS;

    DrainRound(PostgresServer server, DurableContender contender, Duration duration) {
        this.server = server;
        this.contender = contender;
        this.duration = duration;
    }

    /** How many jobs ended in a second, from the first start to the last commit. */
    @Override
    public double round() throws Exception {
        try (Workplace workplace = server.newWorkplace()) {
            contender.createTables(workplace);
            enqueueRates.add(enqueue(workplace));
            // A database in use has statistics; this one is too young for autovacuum to have come by.
            workplace.execute("ANALYZE");
            long before = workplace.commits();
            double rate = drain(workplace);
            commitsPerJob.add((double) (workplace.commits() - before) / jobs);
            jobs = (int) (rate * duration.toMillis() / 1e3);
            return rate;
        }
    }

    private double enqueue(Workplace workplace) throws Exception {
        try (DurableScheduler scheduler = contender.open(workplace, () -> {})) {
            ProcessorTime before = ProcessorTime.now(workplace);
            long start = System.nanoTime();
            scheduler.enqueueAll(jobs);
            double rate = Rate.perSecond(jobs, start);
            storing.add(ProcessorTime.now(workplace).perJob(before, jobs));
            return rate;
        }
    }

    private double drain(Workplace workplace) throws Exception {
        Tally tally = new Tally(jobs);
        try (DurableScheduler scheduler = contender.open(workplace, tally)) {
            ProcessorTime before = ProcessorTime.now(workplace);
            scheduler.start();
            double rate = tally.endedPerSecond(scheduler);
            running.add(ProcessorTime.now(workplace).perJob(before, jobs));
            return rate;
        }
    }

    /** How many jobs were stored in a second in each of the last rounds. */
    Sample enqueueRates(int rounds) {
        return last(rounds, enqueueRates);
    }

    /** How many transactions were committed for a job in each of the last rounds. */
    Sample commitsPerJob(int rounds) {
        return last(rounds, commitsPerJob);
    }

    /** The processor time of storing a job, in each round. */
    List<ProcessorTime> storing() {
        return storing;
    }

    /** The processor time of running a job, in each round. */
    List<ProcessorTime> running() {
        return running;
    }

    static Sample last(int rounds, List<Double> values) {
        return Sample.of(values.subList(values.size() - rounds, values.size()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }
}
