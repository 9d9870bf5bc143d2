package dev.baton.jdbc;

import dev.baton.jdbc.Commits.Written;
import dev.baton.spi.Store.Commit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Commits of which it is not known whether they happened, because the connection was lost before the answer came. The
 * database knows: when the same commit is made again, it is asked.
 */
final class PostgresDoubts {

    private static final String STATUS = """
            SELECT txid_status(?)""";

    private final Map<Commit, Written> doubts = Collections.synchronizedMap(new IdentityHashMap<>());

    void remember(Commit commit, @Nullable Written written) {
        if (written != null) {
            doubts.put(commit, written);
        }
    }

    @Nullable Written about(Commit commit) {
        return doubts.get(commit);
    }

    void forget(Commit commit) {
        doubts.remove(commit);
    }

    void clear() {
        doubts.clear();
    }

    /** Whether a transaction was committed. */
    static boolean isCommitted(Connection connection, long transaction) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(STATUS)) {
            query.setLong(1, transaction);
            try (ResultSet row = query.executeQuery()) {
                String status = row.next() ? row.getString(1) : null;
                if ("in progress".equals(status)) {
                    throw new SQLException("it is not yet known how transaction " + transaction + " ended", "08007");
                }
                return "committed".equals(status);
            }
        }
    }
}
