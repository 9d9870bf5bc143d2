package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreTest {

    @TempDir
    Path folder;

    @Override
    Store newStore() {
        return Stores.sqlite(file());
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    @Override
    void declareDead(Store node) throws SQLException {
        execute("DELETE FROM baton_node");
    }

    private Path file() {
        return folder.resolve("baton.db");
    }

    @Test
    void a_file_is_opened_once_at_a_time() {
        try (Store second = newStore()) {
            assertThatThrownBy(() -> second.open(LEASE, () -> {})).hasMessageContaining("in use by another Baton");
        }
        store.close();
        try (Store third = newStore()) {
            third.open(LEASE, () -> {});
        }
    }

    @Test
    void opening_sets_adrift_what_the_process_before_left_behind() throws Exception {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.close();
        open();

        assertThat(claimed(10)).containsExactly(execution.id());
    }
}
