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
 * The nodes of one test, all on the database of that test: one at a time on a fake clock, killed and started again; or
 * several side by side on the real one.
 */
final class Nodes {

    /** Of those on the fake clock, which may stand still for long. */
    private static final Duration LONG_LEASE = Duration.ofDays(365);

    /** Of those on the real clock. */
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

    /** Starts a node with these definitions, which it has again after each restart. */
    BatonTest start(Consumer<BatonTest> newDefinitions) {
        return start(settings, newDefinitions);
    }

    /** Starts a node with these settings and definitions, which it has again after each restart. */
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

    /** Kills the node, as kill -9 does, and starts it again at the same moment. */
    BatonTest restart() {
        kill();
        return start(settings, definitions);
    }

    /** Kills the node, and starts it again with other settings. */
    BatonTest restartWith(UnaryOperator<Baton.Builder> newSettings) {
        kill();
        return start(newSettings, definitions);
    }

    /** Kills the node, and starts it again with other definitions. */
    BatonTest restart(Consumer<BatonTest> newDefinitions) {
        kill();
        return start(settings, newDefinitions);
    }

    /** Kills the node, and starts it again so much later. */
    BatonTest restartAfter(Duration downtime) {
        kill();
        time = BatonTest.instant(time).plus(downtime).toString();
        return start(settings, definitions);
    }

    /**
     * Kills the node in the middle of its next commit, and starts it again at the same moment.
     *
     * @param recorded whether that commit is still made
     * @param untilThen leads to the commit
     */
    BatonTest restartAtCommit(boolean recorded, Runnable untilThen) {
        MortalStore mortal = assumeStore();
        mortal.dieAtCommit(1, recorded);
        try {
            untilThen.run();
        } catch (RuntimeException | MortalStore.Killed expected) {
            // A caller whose commit was cut off may hear of it in one way or another.
        }
        if (!mortal.isDead()) {
            throw new IllegalStateException("nothing was committed");
        }
        return restart();
    }

    /** Shuts the node down in order, and starts it again. */
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
        // Its bodies are gone with it; closed in order, it would wait for them.
        running().clock().close();
        node = null;
    }

    /** Whether anything outlives a node. */
    boolean isOnStore() {
        return store != null;
    }

    private MortalStore assumeStore() {
        Assumptions.assumeTrue(store != null, "what is in memory alone does not survive a restart");
        return Objects.requireNonNull(store);
    }

    /** The present node. */
    BatonTest running() {
        if (node == null) {
            throw new IllegalStateException("no node was started");
        }
        return node;
    }

    /** An execution as the present node sees it. */
    Execution again(Execution execution) {
        return running().baton().execution(execution.id());
    }

    // ---- side by side

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

    /** A store on the database of this test that is not open yet; goes on only where there is one. */
    Store assumeNewStore() {
        Optional<Store> fresh = stores.get();
        Assumptions.assumeTrue(fresh.isPresent(), "without a store there is nothing to look at");
        return fresh.orElseThrow();
    }

    /** Whether several nodes can be on one store. */
    boolean isShared() {
        try (Store some = stores.get().orElse(null)) {
            return some != null && some.isShared();
        }
    }

    /** Goes on only where several nodes can be on one store. */
    void assumeShared() {
        Assumptions.assumeTrue(isShared(), "only one node at a time can have this store");
    }

    /**
     * A node among others.
     *
     * @param store what it can be killed by; null without a store
     */
    record Member(Baton baton, @Nullable MortalStore store) {

        /** Gives no sign of life any more. */
        void fallSilent() {
            Objects.requireNonNull(store, "what has no store has no lease").fallSilent();
        }
    }

    /** Closes all nodes; one that does not close fails the test, after the others were closed. */
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
