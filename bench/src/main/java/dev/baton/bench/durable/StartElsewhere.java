package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Progress;
import dev.baton.bench.Sample;
import dev.baton.bench.Unit;
import java.time.Duration;
import java.util.Map;

/**
 * From the call that stores a job on a node at rest to the first line of its body on another, which has nothing else to
 * do. Peers find such jobs when they poll next.
 */
final class StartElsewhere implements DurablePart {

    private static final int JOBS = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final PostgresServer server;
    private final BatonOnStore contender = BatonOnStore.postgres();

    StartElsewhere(PostgresServer server) {
        this.server = server;
    }

    @Override
    public char letter() {
        return 'h';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        StartTimes starts = new StartTimes(contender.pollInterval());
        try (Workplace workplace = server.newWorkplace();
                DurableScheduler atRest = contender.open(workplace, () -> {});
                DurableScheduler running = contender.open(workplace, starts)) {
            running.start();
            double[] millis = starts.sortedMillis(atRest, JOBS, effort.of(PATIENCE));
            add(standings, "median", Sample.percentile(millis, 0.5));
            add(standings, "95 %", Sample.percentile(millis, 0.95));
        }
    }

    private void add(Standings standings, String share, double millis) {
        Progress.say(contender.name() + ", another node, " + share, millis);
        standings.add(
                "h. idle, storing to start on another node, " + share,
                Unit.MILLISECONDS,
                Map.of(contender.name(), Sample.of(millis)));
    }
}
