package dev.baton.internal.cluster;

import dev.baton.error.BatonClosedException;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.time.NodeLease;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of a node: it joins the store, sends heartbeats, joins again after it was declared dead, and leaves.
 * Store calls are made under this class's own lock, which starting or changing an execution does not need. Safe from
 * any thread.
 */
final class NodeLife {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLife.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String PAUSED = "paused";

    private final Store store;
    private final Time time;
    private final Listener listener;
    private final NodeLease lease;
    private final Duration length;
    private final Duration beatEvery;
    /**
     * Three fifths of the configured lease, so that a dead node is noticed, and its executions continue elsewhere,
     * before the configured lease would be over.
     */
    private final Duration silence;

    private final ReentrantLock changing = new ReentrantLock();
    private volatile boolean open;
    private boolean closed;
    private volatile Set<UUID> others = Set.of();
    private volatile Consumer<Set<String>> paused = names -> {};
    private volatile Time.Timer pulse = () -> {};
    private @Nullable UUID lastDead;

    /** Receives the events of a node. */
    interface Listener {

        /** There may be executions to claim or messages to receive. */
        void wake();

        /** Runs a task that must not block the caller. */
        void later(Runnable task);

        /** The node has sent a heartbeat; these other nodes are alive. */
        void alive(Set<UUID> others);

        /** The lease is renewed: the node certainly owns its executions again. */
        void leaseRenewed();

        void unavailable(StoreUnavailableException e);

        /** The node was declared dead: other nodes may own its executions. */
        void dead();

        /** Other nodes may claim the executions of this node, except those it owns under the given, new id. */
        void letGo(@Nullable UUID but);
    }

    NodeLife(Store store, Time time, Listener listener, NodeLease lease, Duration length) {
        this.store = store;
        this.time = time;
        this.listener = listener;
        this.lease = lease;
        this.length = length;
        this.beatEvery = length.dividedBy(5);
        this.silence = length.multipliedBy(3).dividedBy(5);
    }

    boolean isOpen() {
        return open;
    }

    /** The other live nodes. */
    Set<UUID> others() {
        return others;
    }

    /** Joins the store. */
    void open() {
        long asked = lease.askedNow();
        store.open(silence, listener::wake);
        if (store.isShared()) {
            lease.renewed(asked, silence);
        }
        open = true;
    }

    /** Starts to send heartbeats. */
    void watch() {
        if (store.isShared()) {
            pulse.cancel();
            pulse = time.after(beatEvery, () -> listener.later(this::beat));
        }
    }

    /** Joins the store again after a stop: a stopped scheduler still creates and changes executions. */
    void openAgain() {
        if (open) {
            return;
        }
        lockBriefly();
        try {
            if (closed) {
                throw new BatonClosedException("starting or changing executions");
            }
            if (!open) {
                open();
                watch();
            }
        } finally {
            changing.unlock();
        }
    }

    /**
     * Waits only briefly: a store that does not answer a stop or a start must not block every caller of the scheduler.
     */
    private void lockBriefly() {
        try {
            if (changing.tryLock(1, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new NotPossibleException(
                "the scheduler is being stopped or started, and waits for its store. Try again in a moment.");
    }

    /** Starts to follow pauses and messages. */
    void start(Consumer<Set<String>> newPaused, NodeMessages messages) {
        paused = newPaused;
        messages.deliver(PAUSED, message -> readPaused());
        readPaused();
        beat();
    }

    void tellPaused(NodeMessages messages) {
        List<Store.Message> paused = others.stream()
                .map(node -> new Store.Message(node, NodeMessage.of(PAUSED).toString()))
                .toList();
        if (!paused.isEmpty()) {
            messages.sendSurely(paused);
        }
    }

    private void readPaused() {
        paused.accept(new HashSet<>(store.paused()));
    }

    private void beat() {
        if (!store.isShared() || !open) {
            return;
        }
        watch();
        if (!time.isFromClock() && lease.isYoungerThan(beatEvery)) {
            // A simulated clock can advance by days in a moment, while leases use the store's clock.
            return;
        }
        try {
            boolean held = lease.holds();
            long asked = lease.askedNow();
            Store.Pulse now = store.beat();
            lease.renewed(asked, silence);
            others = now.others();
            listener.alive(others);
            readPaused();
            if (!held) {
                listener.leaseRenewed();
            }
        } catch (StoreUnavailableException e) {
            listener.unavailable(e);
        } catch (FencedException e) {
            fenced();
        }
    }

    /** Handles that this node was declared dead: other nodes may own its executions, and it joins again. */
    void fenced() {
        changing.lock();
        try {
            UUID dead = store.node();
            if (dead.equals(lastDead) || isAlive()) {
                // Either known already, or the node was stopped and started meanwhile, and its previous id was declared
                // dead.
                return;
            }
            lastDead = dead;
            LOG.warn("this node sent no heartbeat for longer than {}: others take over its executions", length);
        } catch (StoreUnavailableException e) {
            listener.unavailable(e);
            return;
        } finally {
            changing.unlock();
        }
        listener.dead();
        listener.later(this::openAnew);
    }

    /** Joins again, if this node is dead and was not stopped. */
    void openAnew() {
        changing.lock();
        try {
            if (open && !closed && !isAlive()) {
                listener.dead();
                open();
                // Something that the former node was still being given may have come in after it had let go of all.
                listener.letGo(store.node());
            }
        } catch (StoreUnavailableException e) {
            listener.unavailable(e);
            time.after(PAUSE, () -> listener.later(this::openAnew));
            return;
        } finally {
            changing.unlock();
        }
        listener.leaseRenewed();
        listener.wake();
    }

    private boolean isAlive() {
        try {
            store.beat();
            return true;
        } catch (FencedException e) {
            return false;
        }
    }

    /** Leaves the store permanently. */
    void close() {
        leave();
        changing.lock();
        try {
            closed = true;
        } finally {
            changing.unlock();
        }
        // A caller may have joined again in between.
        leave();
    }

    /** Leaves the store. */
    void leave() {
        pulse.cancel();
        changing.lock();
        try {
            boolean wasOpen = open;
            // First: an execution that comes in after the listener has released all would run here and on another node.
            open = false;
            listener.letGo(null);
            if (wasOpen) {
                store.handOver();
            }
        } catch (StoreUnavailableException e) {
            listener.unavailable(e);
        } finally {
            changing.unlock();
        }
    }
}
