package dev.baton.jdbc;

import dev.baton.spi.Store;
import dev.baton.test.HostileCompliance;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

class HostileOnSqliteTest extends HostileCompliance {

    @TempDir
    Path folder;

    @Override
    protected Optional<Store> newStore() {
        return Optional.of(Stores.sqlite(folder.resolve("baton.db")));
    }
}
