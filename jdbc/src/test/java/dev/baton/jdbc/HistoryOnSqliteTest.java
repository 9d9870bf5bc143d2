package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class HistoryOnSqliteTest extends HistoryTest {

    @TempDir
    Path folder;

    @Override
    Store newStore() {
        return Stores.sqlite(folder.resolve("baton.db"));
    }

    @Override
    History newHistory() {
        return History.sqlite(folder.resolve("baton.db"));
    }
}
