package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.HostileCompliance;
import java.util.Optional;
import javax.sql.DataSource;

class HostileOnPostgresTest extends HostileCompliance {

    private final DataSource database = RealPostgres.freshSchema();

    @Override
    protected Optional<Store> newStore() {
        return Optional.of(Stores.postgres(database));
    }
}
