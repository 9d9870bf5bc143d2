package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sqlite.ProgressHandler;

/** The instructions that SQLite executes for a claim, beside 20,000 ready executions that it does not take. */
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
        AtomicInteger ticks = new AtomicInteger();
        ProgressHandler.setHandler(connection, INSTRUCTIONS_A_TICK, new ProgressHandler() {
            @Override
            protected int progress() {
                ticks.incrementAndGet();
                return 0;
            }
        });
        try {
            assertThat(claims.hasDue(connection, LATER)).isFalse();
            assertThat(claims.ready(connection, JOB, LATER, 10, Set.of())).isEmpty();
            if (claims.mayHavePassedOver(LATER)) {
                claims.setAside(connection, JOB, LATER);
            }
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
}
