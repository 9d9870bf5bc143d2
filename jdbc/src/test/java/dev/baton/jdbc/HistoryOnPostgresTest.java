package dev.baton.jdbc;

import dev.baton.spi.Store;
import javax.sql.DataSource;

class HistoryOnPostgresTest extends HistoryTest {

    private final DataSource database = RealPostgres.freshSchema();

    @Override
    Store newStore() {
        return Stores.postgres(database);
    }

    @Override
    History newHistory() {
        return History.postgres(database);
    }
}
