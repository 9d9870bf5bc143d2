package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.HostileCompliance;
import java.util.Optional;

class HostileInMemoryTest extends HostileCompliance {

    @Override
    protected Optional<Store> newStore() {
        return Optional.empty();
    }
}
