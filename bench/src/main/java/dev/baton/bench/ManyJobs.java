package dev.baton.bench;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.bench.peer.QuartzCrons;
import dev.baton.internal.run.LocalWorker;
import dev.baton.internal.time.SystemTime;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** A million jobs with cron specs: what it takes to register them, to keep them, and to fire those of a minute. */
final class ManyJobs implements Part {

    /** By the hour, the day and the week, each at a minute hashed from the job's name. */
    private static final String[] SPECS = {"H * * * *", "H H * * *", "H H * * MON-FRI", "H/30 * * * *", "H H H * *"};

    /** Less than the hour after which the engine looks through what it keeps. */
    private static final int MINUTES = 50;

    @Override
    public char letter() {
        return 'e';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        // A round takes half a minute and gigabytes: once each, and Quartz with a tenth.
        Figures own = baton(effort.of(1_000_000));
        Figures theirs = quartz(effort.of(100_000));
        String size = "%,d cron jobs".formatted(effort.of(1_000_000));
        String peer = "Quartz in RAM, %,d jobs".formatted(effort.of(100_000));
        table.add("e. " + size + ": registering", Unit.JOBS_PER_SECOND, both(own.added, peer, theirs.added));
        table.add("e. " + size + ": memory of a job", Unit.BYTES, both(own.bytes, peer, theirs.bytes));
        table.add("e. " + size + ": cost of a fire", Unit.MICROSECONDS, both(own.micros, peer, theirs.micros));
        table.add("e. " + size + ": start", Unit.MILLISECONDS, Sample.of(own.startMillis));
    }

    private record Figures(double added, double bytes, double startMillis, double micros) {}

    private static Map<String, Sample> both(double own, String peer, double theirs) {
        Map<String, Sample> samples = new LinkedHashMap<>();
        samples.put("Baton", Sample.of(own));
        samples.put(peer, Sample.of(theirs));
        return samples;
    }

    private static Figures baton(int count) throws Exception {
        SteppedTime time = new SteppedTime(Instant.parse("2026-03-02T00:00:30Z"));
        LongAdder ran = new LongAdder();
        // Lanes look for stalled bodies by the time they are given: the real one, or it would count as fires.
        try (SystemTime real = new SystemTime();
                Baton baton = Baton.builder()
                        .on(
                                time,
                                (source, stepped) ->
                                        new Stepped(LocalWorker.standard().create(source, real)))
                        .build()) {
            long before = Heap.used();
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                baton.add(Job.named("job-" + i).cron(SPECS[i % SPECS.length]).run(context -> ran.increment()));
            }
            double added = Rate.perSecond(count, start);
            start = System.nanoTime();
            baton.start();
            double startMillis = (System.nanoTime() - start) / 1e6;
            double bytes = (double) (Heap.used() - before) / count;
            start = System.nanoTime();
            int fires = 0;
            for (int minute = 0; minute < MINUTES; minute++) {
                fires += time.advance(Duration.ofMinutes(1));
                while (ran.sum() < fires) {
                    Thread.onSpinWait();
                }
            }
            double micros = (System.nanoTime() - start) / 1e3 / fires;
            Progress.say("Baton: fires", fires);
            return new Figures(added, bytes, startMillis, micros);
        }
    }

    /**
     * A local worker whose short tasks are done before the clock goes on: a schedule that fired later would take the
     * next step for a delay, and pass its fires over.
     */
    private record Stepped(Worker local) implements Worker {

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void wake() {
            local.wake();
        }

        @Override
        public int capacity() {
            return local.capacity();
        }

        @Override
        public boolean awaitIdle(Duration atMost) throws InterruptedException {
            return local.awaitIdle(atMost);
        }

        @Override
        public void close() {
            local.close();
        }
    }

    private static Figures quartz(int count) throws Exception {
        try (QuartzCrons quartz = new QuartzCrons(Machine.CORES)) {
            long before = Heap.used();
            long start = System.nanoTime();
            quartz.add(count);
            double added = Rate.perSecond(count, start);
            double bytes = (double) (Heap.used() - before) / count;
            return new Figures(added, bytes, 0, quartz.microsPerFire());
        }
    }
}
