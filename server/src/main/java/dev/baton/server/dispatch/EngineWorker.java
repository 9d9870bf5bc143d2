package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.spi.DefinitionReader;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The engine's worker, which executes nothing itself: ready runs go to workers through the dispatcher. */
final class EngineWorker implements Worker {

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /** Waking a listener for each event costs more than its work, and no one notices a delay this short. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Dispatcher dispatcher;
    private final DispatchThreads threads;
    private final Survivors survivors;
    private final Time time;
    private final @Nullable DefinitionReader reader;

    private EngineWorker(
            Dispatcher dispatcher,
            DispatchThreads threads,
            Survivors survivors,
            Time time,
            @Nullable DefinitionReader reader) {
        this.dispatcher = dispatcher;
        this.threads = threads;
        this.survivors = survivors;
        this.time = time;
        this.reader = reader;
    }

    /** Creates the engine's worker, and with it the dispatcher. */
    static final class Factory implements Worker.Factory {

        private final Duration lease;
        private final LogSink log;
        private final WorkerRows rows;
        private final Survivors survivors;
        private final @Nullable DefinitionReader reader;
        private volatile @Nullable Dispatcher made;

        Factory(Duration lease, LogSink log, WorkerRows rows, Survivors survivors, @Nullable DefinitionReader reader) {
            this.reader = reader;
            this.lease = lease;
            this.log = log;
            this.rows = rows;
            this.survivors = survivors;
        }

        @Override
        public Worker create(Source source, Time time) {
            DispatchThreads threads = new DispatchThreads();
            Dispatcher dispatcher = new Dispatcher(source, time, threads, lease, log, rows);
            made = dispatcher;
            return new EngineWorker(dispatcher, threads, survivors, time, reader);
        }

        /** The dispatcher, once the engine exists. */
        Dispatcher dispatcher() {
            return Objects.requireNonNull(made, "the engine comes first");
        }
    }

    @Override
    public void wake() {
        dispatcher.match();
    }

    @Override
    public boolean isSelective() {
        return true;
    }

    @Override
    public @Nullable DefinitionReader definitions() {
        return reader;
    }

    @Override
    public List<FreePlaces> freePlaces() {
        return dispatcher.freePlaces();
    }

    @Override
    public boolean spares(RunPolicy.Demand demand) {
        return dispatcher.spares(demand);
    }

    @Override
    public @Nullable Survivor survivor(RunId run) {
        return survivors.of(run);
    }

    @Override
    public void adopt(Claim claim, Survivor survivor) {
        RunId run = claim.context().runId();
        boolean isLocal = survivors.of(run) != null;
        survivors.remove(run);
        dispatcher.adopt(claim, survivor, isLocal);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void linger() {
        LockSupport.parkNanos(LINGER_NANOS);
    }

    @Override
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        long deadline = time.micros() + Time.toMicros(atMost);
        while (dispatcher.running() + threads.bodies() > 0) {
            if (time.micros() >= deadline) {
                return false;
            }
            time.sleep(LOOK_EVERY);
        }
        return true;
    }

    @Override
    public void close() {
        dispatcher.close();
        threads.close();
    }
}
