package dev.baton.bench.durable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A connection that claims jobs in one transaction, runs them, and completes them in another. */
final class RawClaims implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement claim;
    private final PreparedStatement complete;
    private final Ids ids;
    private final Runnable body;

    /** Claims with a statement that returns ids, and completes with one whose only parameter is all of those. */
    RawClaims(Connection connection, String claim, String complete, Ids ids, Runnable body) throws SQLException {
        this.connection = connection;
        this.claim = connection.prepareStatement(claim);
        this.complete = connection.prepareStatement(complete);
        this.ids = ids;
        this.body = body;
    }

    /** How a database takes many ids in one parameter. */
    interface Ids {

        void set(PreparedStatement statement, List<Long> ids) throws SQLException;
    }

    /** Claims, runs and completes a batch, and answers how many jobs it had. */
    int next() throws SQLException {
        List<Long> claimed = new ArrayList<>();
        try (ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                claimed.add(rows.getLong(1));
            }
        }
        if (!claimed.isEmpty()) {
            claimed.forEach(id -> body.run());
            ids.set(complete, claimed);
            complete.executeUpdate();
        }
        return claimed.size();
    }

    @Override
    public void close() throws SQLException {
        claim.close();
        complete.close();
        connection.close();
    }
}
