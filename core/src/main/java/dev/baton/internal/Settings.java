package dev.baton.internal;

import dev.baton.Interceptor;
import dev.baton.Listener;
import dev.baton.internal.definition.Serving;
import dev.baton.internal.run.LocalWorker;
import dev.baton.internal.time.SystemTime;
import dev.baton.policy.Retention;
import dev.baton.spi.CallerTransaction;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an engine.
 *
 * @param time the source of time
 * @param zone the zone of schedules that name none
 * @param working the worker, and the runs it serves
 * @param wrapping the interceptors and listeners
 * @param graces the grace periods
 * @param keeping the store, lease and retention
 */
public record Settings(Time time, ZoneId zone, Working working, Around wrapping, Graces graces, Keeping keeping) {

    /**
     * The functions that are called on the thread of a caller that starts executions.
     *
     * @param transaction the caller's transaction on the store's database; gives null if there is none
     * @param carried values to carry from the caller into the runs
     */
    public record Calling(
            Supplier<? extends @Nullable CallerTransaction> transaction, Supplier<Map<String, String>> carried) {

        static final Calling NOTHING = new Calling(() -> null, Map::of);
    }

    /**
     * The worker, and the runs that it executes.
     *
     * @param worker makes the worker
     * @param serving what the worker runs
     */
    public record Working(Worker.Factory worker, Serving serving) {}

    /**
     * The store of executions, and how long they are kept.
     *
     * @param store the store; null for memory alone
     * @param lease how long a node may go without a heartbeat before it counts as dead
     * @param retention how long ended executions are kept
     */
    public record Keeping(@Nullable Store store, Duration lease, Retention retention) {}

    /**
     * The code of others around the engine: interceptors of bodies, listeners, and what callers are asked.
     *
     * @param interceptors the interceptors, from the outside in
     * @param listeners the listeners, in the order they were added
     * @param calling what is asked on the thread of a caller that starts executions
     */
    public record Around(List<Interceptor> interceptors, List<Listener> listeners, Calling calling) {

        /** The same with one more interceptor, inside the others. */
        public Around with(Interceptor interceptor) {
            return new Around(with(interceptors, interceptor), listeners, calling);
        }

        /** The same with one more listener. */
        public Around with(Listener listener) {
            return new Around(interceptors, with(listeners, listener), calling);
        }

        private static <T> List<T> with(List<T> list, T more) {
            return Stream.concat(list.stream(), Stream.of(more)).toList();
        }
    }

    /**
     * The grace periods for bodies that should stop.
     *
     * @param stop the time for a body that was told to stop
     * @param close the time for all running bodies when the scheduler is closed
     */
    public record Graces(Duration stop, Duration close) {

        /** The same with another grace period for a body. */
        public Graces withStop(Duration newStop) {
            return new Graces(newStop, close);
        }

        /** The same with another grace period for a close. */
        public Graces withClose(Duration newClose) {
            return new Graces(stop, newClose);
        }
    }

    /** The default settings of a scheduler. */
    public static Settings standard() {
        return new Settings(
                new SystemTime(),
                ZoneOffset.UTC,
                new Working(LocalWorker.standard(), Serving.ALL),
                new Around(List.of(), List.of(), Calling.NOTHING),
                new Graces(Duration.ofSeconds(2), Duration.ofSeconds(30)),
                new Keeping(null, Duration.ofSeconds(15), Retention.standard()));
    }

    /** The same with another time. */
    public Settings withTime(Time newTime) {
        return new Settings(newTime, zone, working, wrapping, graces, keeping);
    }

    /** The same with another worker. */
    public Settings withWorker(Worker.Factory newWorker) {
        return new Settings(time, zone, new Working(newWorker, working.serving()), wrapping, graces, keeping);
    }

    /** The same with another worker's duties. */
    public Settings withServing(Serving newServing) {
        return new Settings(time, zone, new Working(working.worker(), newServing), wrapping, graces, keeping);
    }

    /** The same with another zone. */
    public Settings withZone(ZoneId newZone) {
        return new Settings(time, newZone, working, wrapping, graces, keeping);
    }

    /** The same with another retention. */
    public Settings withRetention(Retention newRetention) {
        return withKeeping(new Keeping(keeping.store(), keeping.lease(), newRetention));
    }

    /** The same with other interceptors and listeners. */
    public Settings withWrapping(Around newWrapping) {
        return new Settings(time, zone, working, newWrapping, graces, keeping);
    }

    /** The same with other grace periods. */
    public Settings withGraces(Graces newGraces) {
        return new Settings(time, zone, working, wrapping, newGraces, keeping);
    }

    /** The same with another place to keep executions. */
    public Settings withKeeping(Keeping newKeeping) {
        return new Settings(time, zone, working, wrapping, graces, newKeeping);
    }

    /** The same with another store; null for memory alone. */
    public Settings withStore(@Nullable Store newStore) {
        return withKeeping(new Keeping(newStore, keeping.lease(), keeping.retention()));
    }

    /** The same with another time after which a silent node counts as dead. */
    public Settings withLease(Duration newLease) {
        return withKeeping(new Keeping(keeping.store(), newLease, keeping.retention()));
    }

    /** The same with another caller's transaction. */
    public Settings withTransaction(Supplier<? extends @Nullable CallerTransaction> transaction) {
        return withCalling(new Calling(transaction, calling().carried()));
    }

    /** The same with other carried values. */
    public Settings withCarried(Supplier<Map<String, String>> carried) {
        return withCalling(new Calling(calling().transaction(), carried));
    }

    private Settings withCalling(Calling calling) {
        return withWrapping(new Around(wrapping.interceptors(), wrapping.listeners(), calling));
    }

    /** The functions that are called on the thread of a caller that starts executions. */
    public Calling calling() {
        return wrapping.calling();
    }

    /** The queues and labels that the worker serves. */
    public Serving serving() {
        return working.serving();
    }
}
