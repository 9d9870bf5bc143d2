package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.StoreStress;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

@Tag("ci")
class StressOnPostgresTest extends StoreStress {

    private final DataSource database = RealPostgres.freshSchema();

    @Override
    protected Optional<Store> newStore() {
        return Optional.of(Stores.postgres(database));
    }
}
