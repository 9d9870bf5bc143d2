package dev.baton;

import dev.baton.spi.Store;
import dev.baton.test.StoreStress;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

@Tag("memory") // each store has one of its own
class MemoryStressTest extends StoreStress {

    @Override
    protected Optional<Store> newStore() {
        return Optional.empty();
    }
}
