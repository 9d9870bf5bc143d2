package dev.baton.worker;

import dev.baton.worker.Dispatch.Introduction;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.LeftBehind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims runs from a {@link Dispatch} and executes them, each on its own thread. While no server can be reached, work
 * continues for as long as {@link WorkerOptions#keepRunning} says, and results wait until they can be delivered. Safe
 * from any thread.
 *
 * <pre>{@code
 * Worker worker = BatonWorker.connect(server, token).handler("resize", context -> resize("a.png")).start();
 * worker.close(Duration.ofSeconds(30)); // what has not ended by then goes back to the server
 * }</pre>
 */
public final class Worker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

    /** The time for work that was told to stop: kinds give their processes a few seconds. */
    private static final Duration AFTER_STOP = Duration.ofSeconds(15);

    private static final Set<String> OUTLIVING = Set.of("shell", "claude");
    private static final Duration BETWEEN_LOGS = Duration.ofMillis(100);
    private static final Duration WHILE_DRAINED = Duration.ofMillis(200);

    private final WorkerOptions options;
    private final Map<String, Kind> kinds;
    private final Link link;
    private final ResultPages results;
    private final ActiveRuns runs;
    private final Heart heart;
    private final ExecutorService threads;
    private final ThreadFactory runThreads = RunThreads.named("baton-run-");
    private final Thread claimer;
    private volatile boolean draining;
    private volatile boolean closed;

    /**
     * A worker that has not started yet.
     *
     * @param handlers the names of the Java handlers that its kinds can run
     */
    public Worker(Dispatch dispatch, WorkerOptions options, Collection<? extends Kind> kinds, Set<String> handlers) {
        this.options = options;
        this.kinds = kinds.stream().collect(Collectors.toUnmodifiableMap(Kind::name, Function.identity()));
        this.link = new Link(dispatch, introduction(options, this.kinds.keySet(), handlers));
        this.results = new ResultPages(link);
        this.runs = new ActiveRuns(options.capacity());
        this.threads = RunThreads.pool("baton-worker-");
        this.heart = new Heart(link, runs, threads, options.keepRunning());
        // Not a daemon: it keeps a program alive that only works for a server.
        this.claimer = new Thread(this::claimUntilDrained, "baton-claim-" + options.name());
    }

    /**
     * Registers the worker and starts it. If the server cannot be reached yet, the worker waits for it in the
     * background.
     *
     * @throws WorkerNotAllowedException when the server does not accept the worker
     */
    public void start() {
        try {
            link.registration();
        } catch (DispatchUnavailableException e) {
            log.warn("The server cannot be reached yet, the worker keeps trying: {}", e.getMessage());
        }
        heart.start();
        threads.execute(new Loop(() -> BETWEEN_LOGS, this::sendLogs));
        claimer.start();
    }

    /**
     * Takes up work that an earlier process of this worker left behind, before this one starts: the server hears of it
     * with the first heartbeat. Its log is read from the beginning, and what the server has of it is passed over.
     */
    public void takeUp(LeftBehind work) {
        runs.takePlace();
        begin(new ActiveRun(work, results, options.logLimit()));
    }

    /** Drains the worker: it claims no more runs, and finishes those it has and those an open request still brings. */
    public void drain() {
        draining = true;
    }

    /**
     * Lets go of the runs whose commands outlive this process, once the {@link dev.baton.worker.kind.Spools} leave them.
     * They are neither finished nor handed back.
     *
     * @return their leases
     */
    public Set<String> letGo() throws InterruptedException {
        List<ActiveRun> all = runs.all().stream()
                .filter(run -> OUTLIVING.contains(run.kind()))
                .toList();
        all.forEach(run -> run.stop(ActiveRun.Stop.HANDED_BACK));
        runs.awaitGone(all, AFTER_STOP);
        return all.stream().filter(ActiveRun::isAbandoned).map(ActiveRun::lease).collect(Collectors.toSet());
    }

    /** The number of current runs. */
    public int running() {
        return runs.all().size();
    }

    /** Waits until the worker has no runs; returns false if the time runs out. */
    public boolean awaitIdle(Duration patience) throws InterruptedException {
        return runs.awaitNone(patience);
    }

    /** Closes the worker, with a grace of 30 seconds for its runs. */
    @Override
    public void close() {
        close(DEFAULT_GRACE);
    }

    /** Drains the worker, stops runs that take longer than the grace, hands them back, and unregisters the worker. */
    public void close(Duration grace) {
        if (closed) {
            return;
        }
        draining = true;
        try {
            // Unregistering hands back runs that the interrupted request may have claimed.
            claimer.interrupt();
            claimer.join(AFTER_STOP.toMillis());
            if (!runs.awaitNone(grace)) {
                runs.all().forEach(run -> run.stop(ActiveRun.Stop.HANDED_BACK));
                runs.awaitNone(AFTER_STOP);
            }
        } catch (InterruptedException e) {
            runs.all().forEach(run -> run.stop(ActiveRun.Stop.HANDED_BACK));
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
            runs.all().forEach(run -> run.stop(ActiveRun.Stop.LOST));
            threads.shutdownNow();
            leave();
        }
    }

    private void claimUntilDrained() {
        Backoff backoff = new Backoff();
        try {
            while (!draining) {
                if (heart.isDraining()) {
                    // Not with growing pauses: the worker takes runs soon after the server wants it to again.
                    Thread.sleep(WHILE_DRAINED.toMillis());
                } else if (!claim()) {
                    backoff.pause();
                } else {
                    backoff.reset();
                }
            }
        } catch (InterruptedException e) {
            log.debug("Worker {} claims no more runs", options.name());
        }
    }

    private boolean claim() throws InterruptedException {
        int places = runs.takePlaces();
        int used = 0;
        try {
            if (draining) {
                return true;
            }
            List<Assignment> assignments =
                    link.ask(worker -> link.dispatch().claim(worker, places, options.claimPatience()));
            for (Assignment assignment : assignments) {
                begin(new ActiveRun(assignment, results, options.logLimit()));
                used++;
            }
            return true;
        } catch (DispatchUnavailableException e) {
            log.debug("No runs at the moment: {}", e.getMessage());
            return false;
        } catch (RuntimeException e) {
            log.error("Runs cannot be claimed; the worker keeps trying", e);
            return false;
        } finally {
            runs.giveBack(places - used);
        }
    }

    private void begin(ActiveRun run) {
        Delivery delivery = new Delivery(run, link);
        runs.add(new ActiveRuns.Entry(run, delivery));
        runThreads.newThread(() -> executeAndDeliver(run, delivery)).start();
    }

    private void executeAndDeliver(ActiveRun run, Delivery delivery) {
        try {
            Optional<Result> result = execute(run);
            if (result.isPresent()) {
                delivery.deliver(result.get());
            } else if (!run.isAbandoned()) {
                delivery.abandon();
            }
        } catch (InterruptedException e) {
            log.warn("The result of run {} is not delivered: the worker has ended", run.id());
        } finally {
            runs.remove(run);
        }
    }

    private Optional<Result> execute(ActiveRun run) {
        if (!run.isTakenUp() && !heart.confirms(run)) {
            run.stop(ActiveRun.Stop.LOST);
        }
        @Nullable Kind kind = kinds.get(run.kind());
        return kind != null
                ? run.execute(kind)
                : Optional.of(ActiveRun.failure("this worker does not know the kind \"%s\"; it knows %s"
                        .formatted(run.kind(), kinds.keySet())));
    }

    /** Sends one batch of each run in turn, so that a run with a long log does not delay the others. */
    private void sendLogs() {
        runs.entries().forEach(entry -> entry.delivery().sendSome());
    }

    private void leave() {
        try {
            if (link.lastRegistration() != null) {
                link.tell(worker -> link.dispatch().leave(worker));
            }
        } catch (RuntimeException e) {
            log.info("Worker {} could not unregister: {}", options.name(), e.getMessage());
        }
    }

    /** The name of this host, for people; null if it has none. */
    private static @Nullable String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return null;
        }
    }

    private static Introduction introduction(WorkerOptions options, Set<String> kinds, Set<String> handlers) {
        String version = Worker.class.getPackage().getImplementationVersion();
        return new Introduction(
                options.name(),
                options.queues(),
                options.labels(),
                kinds,
                handlers,
                options.capacity(),
                version == null ? "development" : version,
                host());
    }
}
