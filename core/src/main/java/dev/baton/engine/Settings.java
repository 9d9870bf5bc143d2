package dev.baton.engine;

import dev.baton.Interceptor;
import dev.baton.Listener;
import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an engine is set up.
 *
 * @param time all the time there is
 * @param worker who executes runs
 * @param zone the zone of schedules that name none
 * @param retention how long ended executions are kept
 * @param wrapping what is around every body, and who is told
 * @param graces how long to wait for what should stop
 * @param keeping where executions are kept
 * @param serving what the worker runs
 */
public record Settings(
        Time time,
        Worker.Factory worker,
        ZoneId zone,
        Retention retention,
        Around wrapping,
        Graces graces,
        Keeping keeping,
        Serving serving) {

    /**
     * What the worker runs.
     *
     * @param queues the queues it serves; empty for all
     * @param labels the labels it has
     * @param limits the limits of queues
     */
    public record Serving(Set<String> queues, Set<String> labels, Map<String, Limit> limits) {

        /** Everything, with no label and no limit. */
        public static final Serving ALL = new Serving(Set.of(), Set.of(), Map.of());

        /** Whether it can run what asks for this. */
        public boolean serves(RunPolicy.Demand demand) {
            return (queues.isEmpty() || queues.contains(demand.queue())) && labels.containsAll(demand.labels());
        }

        Limit limit(String queue) {
            return limits.getOrDefault(queue, Limit.none());
        }

        /** Whether even a run that asks for nothing has to be looked after. */
        boolean isRestricted() {
            return !serves(RunPolicy.Demand.NONE)
                    || !limit(RunPolicy.Demand.DEFAULT_QUEUE).isNone();
        }
    }

    /**
     * Where executions are kept.
     *
     * @param store the store; null for memory alone
     * @param lease after how long without a sign of life a node counts as dead
     */
    public record Keeping(@Nullable Store store, Duration lease) {}

    /**
     * What is around every body, and who is told.
     *
     * @param interceptors from the outside in
     * @param listeners in the order they were added
     */
    public record Around(List<Interceptor> interceptors, List<Listener> listeners) {}

    /**
     * How long to wait for what should stop.
     *
     * @param stop for a body that was told to
     * @param close for all running bodies, when the scheduler is closed
     */
    public record Graces(Duration stop, Duration close) {}

    /** The same with another time. */
    public Settings withTime(Time newTime) {
        return new Settings(newTime, worker, zone, retention, wrapping, graces, keeping, serving);
    }

    /** The same with another worker. */
    public Settings withWorker(Worker.Factory newWorker) {
        return new Settings(time, newWorker, zone, retention, wrapping, graces, keeping, serving);
    }

    /** The same with another zone. */
    public Settings withZone(ZoneId newZone) {
        return new Settings(time, worker, newZone, retention, wrapping, graces, keeping, serving);
    }

    /** The same with another retention. */
    public Settings withRetention(Retention newRetention) {
        return new Settings(time, worker, zone, newRetention, wrapping, graces, keeping, serving);
    }

    /** The same with other interceptors and listeners. */
    public Settings withWrapping(Around newWrapping) {
        return new Settings(time, worker, zone, retention, newWrapping, graces, keeping, serving);
    }

    /** The same with other grace periods. */
    public Settings withGraces(Graces newGraces) {
        return new Settings(time, worker, zone, retention, wrapping, newGraces, keeping, serving);
    }

    /** The same with another place to keep executions. */
    public Settings withKeeping(Keeping newKeeping) {
        return new Settings(time, worker, zone, retention, wrapping, graces, newKeeping, serving);
    }

    /** The same with another worker's duties. */
    public Settings withServing(Serving newServing) {
        return new Settings(time, worker, zone, retention, wrapping, graces, keeping, newServing);
    }

    @Nullable Store store() {
        return keeping.store();
    }

    Duration lease() {
        return keeping.lease();
    }

    List<Interceptor> interceptors() {
        return wrapping.interceptors();
    }

    List<Listener> listeners() {
        return wrapping.listeners();
    }

    Duration stopGrace() {
        return graces.stop();
    }
}
