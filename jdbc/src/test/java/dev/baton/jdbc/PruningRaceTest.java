package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.ended;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.policy.Retention;
import dev.baton.spi.ExecutionRecord;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Removes ended executions on PostgreSQL while other transactions create executions that run after them. */
class PruningRaceTest extends StoreFixture {

    PruningRaceTest() {
        super(TestDatabase.Kind.POSTGRES.fresh());
    }

    @Test
    void what_a_child_runs_after_that_is_being_created_is_kept() throws Exception {
        ExecutionRecord parent = ended(execution("job"), NOW);
        ExecutionRecord child = execution("job");
        store.commit(creating(here(parent), unowned(child)));
        CompletableFuture<Integer> removed;
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            new PostgresWriter(new PostgresFence())
                    .await(connection, List.of(new Writer.Awaited(parent.id(), child.id())));
            removed = CompletableFuture.supplyAsync(() -> store.prune(Retention.count(0), NOW, 100));
            while (!removed.isDone() && count("pg_locks WHERE locktype = 'advisory' AND NOT granted") == 0) {
                Thread.onSpinWait();
            }
            connection.commit();
        }

        assertThat(removed.get(1, TimeUnit.MINUTES)).isZero();
        assertThat(store.past("job", 10)).extracting(ExecutionRecord::id).containsExactly(parent.id());
    }
}
