package dev.baton.test;

import dev.baton.spi.Store;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** Tests on nodes whose stores a subclass supplies. */
@SuppressWarnings("this-escape") // a test is asked for its store when it runs, long after it was made
abstract class OnStore {

    final Nodes nodes = new Nodes(this::newStore);

    /**
     * A store that is not open yet, on the database of this test: a fresh one for each test, and within a test always the
     * same. Nothing for a scheduler without a store, where tests of restarts are skipped.
     */
    protected abstract Optional<Store> newStore();

    @AfterEach
    void closeNodes() throws Exception {
        nodes.close();
    }
}
