package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.StoreCompliance;
import java.util.Optional;
import javax.sql.DataSource;

class PostgresComplianceTest extends StoreCompliance {

    private final DataSource database = RealPostgres.freshSchema();

    @Override
    protected Optional<Store> newStore() {
        return Optional.of(Stores.postgres(database));
    }
}
