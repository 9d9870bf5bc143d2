package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import org.junit.jupiter.api.Test;

class SqliteStoreTest extends StoreFixture {

    SqliteStoreTest() {
        super(TestDatabase.Kind.SQLITE.fresh());
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
