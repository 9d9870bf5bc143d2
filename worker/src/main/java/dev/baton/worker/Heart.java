package dev.baton.worker;

import dev.baton.worker.Dispatch.Progress;
import dev.baton.worker.Dispatch.Pulse;
import dev.baton.worker.Dispatch.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends heartbeats, and stops the work that the server wants stopped. A server that does not answer is probably being
 * restarted, and will take the result: work goes on meanwhile. Independently, even if a request hangs, work stops that no
 * server has been heard about for longer than the worker keeps it.
 */
final class Heart {

    private static final Logger log = LoggerFactory.getLogger(Heart.class);
    private static final Duration UNTIL_KNOWN = Duration.ofMillis(200);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final Link link;
    private final ActiveRuns runs;
    private final Executor threads;
    private final Duration keepRunning;
    private volatile boolean draining;
    private volatile boolean answered = true;
    private volatile long heardAt = System.nanoTime();

    /** Occupies two threads permanently: one may hang in a request, the other checks the leases. */
    Heart(Link link, ActiveRuns runs, Executor threads, Duration keepRunning) {
        this.link = link;
        this.runs = runs;
        this.threads = threads;
        this.keepRunning = keepRunning;
    }

    void start() {
        threads.execute(new Loop(() -> BETWEEN_LOOKS, this::fence));
        threads.execute(new Loop(this::untilNextBeat, this::beat));
    }

    /** Whether the server wants the worker to drain. */
    boolean isDraining() {
        return draining;
    }

    /**
     * Whether a claimed run is still this worker's. A process that was frozen wakes up with runs in its hands that others
     * have by now: if no server has answered for as long as a lease lasts, the worker asks before it starts one.
     */
    boolean confirms(ActiveRun run) {
        if (isOutdated()) {
            beat();
        }
        return !isOutdated() && !run.isLost();
    }

    private boolean isOutdated() {
        Registration known = link.lastRegistration();
        return known == null || System.nanoTime() - heardAt > known.lease().toNanos();
    }

    private Duration untilNextBeat() {
        Registration known = link.lastRegistration();
        if (known == null) {
            return UNTIL_KNOWN;
        }
        // Unheard, it tries again soon: the lease goes on to run out, and the next server may be one that answers.
        return answered ? known.heartbeat() : known.heartbeat().dividedBy(4);
    }

    private void beat() {
        List<ActiveRun> known = runs.all();
        List<Progress> progress = known.stream().map(ActiveRun::progress).toList();
        long sentAt = System.nanoTime();
        try {
            Pulse pulse = link.ask(worker -> link.dispatch().heartbeat(worker, progress));
            heardAt = sentAt;
            known.forEach(run -> run.renewed(sentAt));
            stop(pulse.lost(), ActiveRun.Stop.LOST);
            stop(pulse.stop(), ActiveRun.Stop.WANTED);
            draining = pulse.draining();
            if (!answered) {
                log.info("The server answers heartbeats again");
            }
            answered = true;
        } catch (RuntimeException e) {
            if (answered) {
                log.warn("The server does not answer heartbeats; runs go on, and results wait: {}", e.getMessage());
            }
            answered = false;
        }
    }

    private void stop(Set<String> leases, ActiveRun.Stop reason) {
        for (String lease : leases) {
            ActiveRun run = runs.find(lease);
            if (run != null) {
                run.stop(reason);
            }
        }
    }

    private void fence() {
        for (ActiveRun run : runs.all()) {
            if (run.isExecuting() && run.isOutdated(keepRunning)) {
                log.warn("No server was within reach for longer than {}: run {} stops", keepRunning, run.id());
                run.stop(ActiveRun.Stop.LOST);
            }
        }
    }
}
