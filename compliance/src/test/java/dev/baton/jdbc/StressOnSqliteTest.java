package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.StoreStress;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

class StressOnSqliteTest extends StoreStress {

    @TempDir
    Path folder;

    @Override
    protected Optional<Store> newStore() {
        return Optional.of(Stores.sqlite(folder.resolve("baton.db")));
    }
}
