package dev.baton;

import dev.baton.spi.Store;
import dev.baton.test.HostileCompliance;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

@Tag("memory") // each store has one of its own
class HostileInMemoryTest extends HostileCompliance {

    @Override
    protected Optional<Store> newStore() {
        return Optional.empty();
    }
}
