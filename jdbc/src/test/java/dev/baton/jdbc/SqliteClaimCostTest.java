package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.unowned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord.State;
import dev.baton.spi.Store.Creation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sqlite.ProgressHandler;

/**
 * The instructions that SQLite executes for a claim, beside 20,000 ready executions that it does not take, and for the
 * read of one execution.
 */
class SqliteClaimCostTest extends StoreFixture {

    private static final int ROWS = 20_000;
    private static final int INSTRUCTIONS_A_TICK = 100;
    private static final int TEN_THOUSAND_INSTRUCTIONS = 10_000 / INSTRUCTIONS_A_TICK;
    private static final Claimable JOB = new Claimable(List.of("job"), List.of(), List.of());

    SqliteClaimCostTest() {
        super(TestDatabase.Kind.SQLITE.fresh());
    }

    private void fill(int flags) throws SQLException {
        execute("""
                INSERT INTO baton_execution (id, name, trigger, created, queue, flags)
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
                SELECT unhex(printf('%%032x', n)), 'saturated', 'submit', %d + n, 'default', %d
                FROM numbers""".formatted(ROWS, NOW, flags));
    }

    private static SqliteClaims newClaims() {
        KeptStatements statements = new KeptStatements();
        return new SqliteClaims(statements, new ClaimLists(statements));
    }

    private int ticksOfClaim(SqliteClaims claims, Connection connection) throws SQLException {
        return ticks(connection, () -> {
            assertThat(claims.hasDue(connection, LATER)).isFalse();
            assertThat(claims.ready(connection, JOB, LATER, 10, Set.of())).isEmpty();
            if (claims.mayHavePassedOver(LATER)) {
                claims.setAside(connection, JOB, LATER);
            }
        });
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static int ticks(Connection connection, Work work) throws SQLException {
        AtomicInteger ticks = new AtomicInteger();
        ProgressHandler.setHandler(connection, INSTRUCTIONS_A_TICK, new ProgressHandler() {
            @Override
            protected int progress() {
                ticks.incrementAndGet();
                return 0;
            }
        });
        try {
            work.run();
        } finally {
            ProgressHandler.clearHandler(connection);
        }
        return ticks.get();
    }

    @Test
    void what_was_set_aside_costs_a_claim_nothing() throws SQLException {
        fill(State.SET_ASIDE);
        try (Connection connection = connect()) {
            assertThat(ticksOfClaim(newClaims(), connection)).isLessThan(TEN_THOUSAND_INSTRUCTIONS);
        }
    }

    @Test
    void what_claims_pass_over_is_set_aside_step_by_step() throws SQLException {
        fill(0);
        SqliteClaims claims = newClaims();
        try (Connection connection = connect()) {
            for (int i = 0; i < ROWS / PassedOver.AT_MOST; i++) {
                assertThat(ticksOfClaim(claims, connection)).isGreaterThan(TEN_THOUSAND_INSTRUCTIONS);
            }
            assertThat(ticksOfClaim(claims, connection)).isLessThan(TEN_THOUSAND_INSTRUCTIONS);
        }
    }

    @Test
    void the_read_of_one_execution_costs_the_same_however_many_are_claimed() throws SQLException {
        store.commit(creating(
                Stream.generate(() -> unowned(execution("job"))).limit(2_000).toArray(Creation[]::new)));
        List<UUID> claimed = claimed(2_000);
        Executions executions = new Executions(Dialect.SQLITE);
        try (Connection connection = connect()) {
            int ticks = ticks(connection, () -> {
                for (UUID id : List.of(claimed.get(0), claimed.get(1_999))) {
                    assertThat(executions
                                    .find(connection, id)
                                    .orElseThrow()
                                    .execution()
                                    .place()
                                    .owner())
                            .isEqualTo(store.node());
                    assertThat(executions
                                    .look(connection, id)
                                    .orElseThrow()
                                    .place()
                                    .owner())
                            .isEqualTo(store.node());
                }
            });
            assertThat(ticks).isLessThan(TEN_THOUSAND_INSTRUCTIONS);
        }
    }
}
