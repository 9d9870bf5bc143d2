package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Progress;
import dev.baton.bench.Sample;
import dev.baton.bench.Unit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From the call that stores a job to the first line of its body, in the same process, with nothing else to do. */
final class IdleStart implements DurablePart {

    private static final int JOBS = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final PostgresServer server;
    private final List<DurableContender> contenders;

    IdleStart(PostgresServer server, List<DurableContender> contenders) {
        this.server = server;
        this.contenders = contenders;
    }

    @Override
    public char letter() {
        return 'h';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        Map<String, Sample> medians = new LinkedHashMap<>();
        Map<String, Sample> tails = new LinkedHashMap<>();
        for (DurableContender contender : contenders) {
            double[] millis = measure(contender, effort.of(PATIENCE));
            double median = Sample.percentile(millis, 0.5);
            Progress.say("%s, %d jobs".formatted(contender.name(), millis.length), median);
            medians.put(contender.name(), Sample.of(median));
            tails.put(contender.name(), Sample.of(Sample.percentile(millis, 0.95)));
        }
        standings.add("h. idle, storing to start, median", Unit.MILLISECONDS, medians);
        standings.add("h. idle, storing to start, 95 %", Unit.MILLISECONDS, tails);
    }

    private double[] measure(DurableContender contender, Duration patience) throws Exception {
        try (Workplace workplace = server.newWorkplace()) {
            contender.createTables(workplace);
            StartTimes starts = new StartTimes(contender.pollInterval());
            try (DurableScheduler scheduler = contender.open(workplace, starts)) {
                scheduler.start();
                return starts.sortedMillis(scheduler, JOBS, patience);
            }
        }
    }
}
