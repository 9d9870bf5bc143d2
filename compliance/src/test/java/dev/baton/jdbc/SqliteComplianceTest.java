package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.StoreCompliance;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

class SqliteComplianceTest extends StoreCompliance {

    @TempDir
    Path folder;

    @Override
    protected Optional<Store> newStore() {
        return Optional.of(Stores.sqlite(folder.resolve("baton.db")));
    }
}
