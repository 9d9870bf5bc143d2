package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The nodes of one test, all on the same database: either one at a time on a fake clock, killed and restarted, or
 * several at once on the real clock.
 */
final class Nodes {

    /** The lease of nodes on the fake clock, which may stand still for long. */
    private static final Duration LONG_LEASE = Duration.ofDays(365);

    /** The lease of nodes on the real clock. */
    static final Duration LEASE = Duration.ofSeconds(1);

    private final Supplier<Optional<Store>> stores;
    private final List<Baton> joined = new ArrayList<>();
    private Consumer<BatonTest> definitions = node -> {};
    private UnaryOperator<Baton.Builder> settings = builder -> builder;
    private String time = "2026-01-01T00:00:00Z";
    private @Nullable MortalStore store;
    private @Nullable BatonTest node;

    Nodes(Supplier<Optional<Store>> stores) {
        this.stores = stores;
    }

    // ---- one at a time

    /** Starts a node with these definitions, which each restart registers again. */
    BatonTest start(Consumer<BatonTest> newDefinitions) {
        return start(settings, newDefinitions);
    }

    /** Starts a node with these settings and definitions, which each restart uses again. */
    BatonTest start(UnaryOperator<Baton.Builder> newSettings, Consumer<BatonTest> newDefinitions) {
        settings = newSettings;
        definitions = newDefinitions;
        BatonTest started = BatonTest.startingAt(time, builder -> settings.apply(onStore(builder)));
        node = started;
        definitions.accept(started);
        return started.advance(Duration.ZERO);
    }

    private Baton.Builder onStore(Baton.Builder builder) {
        store = stores.get().map(MortalStore::around).orElse(null);
        return store == null ? builder : builder.store(store.store()).lease(LONG_LEASE);
    }

    /** Kills the node, as kill -9 does, and restarts it at the same time of the clock. */
    BatonTest restart() {
        kill();
        return start(settings, definitions);
    }

    /** Kills the node, and restarts it with other settings. */
    BatonTest restartWith(UnaryOperator<Baton.Builder> newSettings) {
        kill();
        return start(newSettings, definitions);
    }

    /** Kills the node, and restarts it with other definitions. */
    BatonTest restart(Consumer<BatonTest> newDefinitions) {
        kill();
        return start(settings, newDefinitions);
    }

    /** Kills the node, and restarts it this much later. */
    BatonTest restartAfter(Duration downtime) {
        kill();
        time = BatonTest.instant(time).plus(downtime).toString();
        return start(settings, definitions);
    }

    /**
     * Kills the node in the middle of its next commit, and restarts it at the same time of the clock.
     *
     * @param recorded whether the commit takes effect
     * @param untilThen the actions that lead to the commit
     */
    BatonTest restartAtCommit(boolean recorded, Runnable untilThen) {
        MortalStore mortal = assumeStore();
        mortal.dieAtCommit(1, recorded);
        try {
            untilThen.run();
        } catch (RuntimeException | MortalStore.Killed expected) {
            // The caller whose commit was cut off may or may not see the kill.
        }
        if (!mortal.isDead()) {
            throw new IllegalStateException("nothing was committed");
        }
        return restart();
    }

    /** Shuts the node down in order, and restarts it. */
    BatonTest shutDownAndStart() {
        assumeStore();
        BatonTest former = running();
        former.close();
        time = former.clock().now().toString();
        return start(settings, definitions);
    }

    private void kill() {
        assumeStore().die();
        time = running().clock().now().toString();
        // The bodies of a killed node are gone; an orderly close would wait for them.
        running().clock().close();
        node = null;
    }

    /** Whether the nodes have a store, so that executions outlive them. */
    boolean isOnStore() {
        return store != null;
    }

    private MortalStore assumeStore() {
        Assumptions.assumeTrue(store != null, "what is in memory alone does not survive a restart");
        return Objects.requireNonNull(store);
    }

    /** The current node. */
    BatonTest running() {
        if (node == null) {
            throw new IllegalStateException("no node was started");
        }
        return node;
    }

    /** An execution as the current node sees it. */
    Execution again(Execution execution) {
        return running().baton().execution(execution.id());
    }

    /** Starts a node on the real clock. */
    Baton join(Consumer<Baton> newDefinitions) {
        return join(builder -> builder, newDefinitions);
    }

    /** Starts a node with settings on the real clock. */
    Baton join(UnaryOperator<Baton.Builder> newSettings, Consumer<Baton> newDefinitions) {
        return joinMortal(newSettings, newDefinitions).baton();
    }

    /** Starts a node on the real clock that can be killed. */
    Member joinMortal(UnaryOperator<Baton.Builder> newSettings, Consumer<Baton> newDefinitions) {
        Optional<Store> fresh = stores.get();
        MortalStore mortal = fresh.map(MortalStore::around).orElse(null);
        Baton.Builder builder =
                Baton.builder().lease(LEASE).closeGrace(Duration.ofMillis(100)).stopGrace(Duration.ofMillis(100));
        Baton baton = newSettings
                .apply(mortal == null ? builder : builder.store(mortal.store()))
                .build();
        joined.add(baton);
        newDefinitions.accept(baton);
        baton.start();
        return new Member(baton, mortal);
    }

    /** A new, unopened store on the database of this test; aborts the test if there is no store. */
    Store assumeNewStore() {
        Optional<Store> fresh = stores.get();
        Assumptions.assumeTrue(fresh.isPresent(), "without a store there is nothing to look at");
        return fresh.orElseThrow();
    }

    /** Whether several nodes can use the store. */
    boolean isShared() {
        try (Store some = stores.get().orElse(null)) {
            return some != null && some.isShared();
        }
    }

    /** Aborts the test unless several nodes can use the store. */
    void assumeShared() {
        Assumptions.assumeTrue(isShared(), "only one node at a time can have this store");
    }

    /**
     * A node among others.
     *
     * @param store the handle that kills it; null without a store
     */
    record Member(Baton baton, @Nullable MortalStore store) {

        /** Takes the store from the node: for others it has died. */
        void kill() {
            Objects.requireNonNull(store, "what has no store leaves nothing behind")
                    .die();
        }

        /** Stops the heartbeat of the node. */
        void fallSilent() {
            Objects.requireNonNull(store, "what has no store has no lease").fallSilent();
        }
    }

    /** Closes all nodes. A node that does not close fails the test, after the others were closed. */
    void close() throws Exception {
        if (node != null) {
            node.close();
        }
        AssertionError failure = null;
        for (Baton baton : joined) {
            try {
                Patience.within("closing a node", baton::close);
            } catch (AssertionError hanging) {
                failure = hanging;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
