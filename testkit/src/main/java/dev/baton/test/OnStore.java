package dev.baton.test;

import dev.baton.spi.Store;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** The base of tests whose subclasses supply the store. */
@SuppressWarnings("this-escape") // a test is asked for its store when it runs, long after it was made
abstract class OnStore {

    final Nodes nodes = new Nodes(this::newStore);

    /**
     * A new, unopened store on the database of this test: a fresh database for each test, and the same one within a
     * test. Empty for a scheduler without a store, which skips tests of restarts.
     */
    protected abstract Optional<Store> newStore();

    @AfterEach
    void closeNodes() throws Exception {
        nodes.close();
    }
}
