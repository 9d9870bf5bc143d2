package dev.baton.jdbc;

import dev.baton.jdbc.Commits.Written;
import dev.baton.spi.RunRecord;
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
 * Commits with an unknown outcome, because the connection was lost before the answer arrived. When the engine repeats
 * such a commit, Baton asks the database whether the first one took effect.
 */
final class InDoubtCommits {

    // After a crash the server may not have reached this number yet, and it knows no status of numbers it has not
    // assigned.
    private static final String STATUS = """
            SELECT CASE WHEN number < txid_current() THEN txid_status(number) END
            FROM (VALUES (?)) AS asked (number)""";

    // Only the node in doubt writes this row, and not before the doubt is resolved. xmin holds the lower half of the
    // number.
    private static final String WROTE = """
            SELECT 1
            FROM baton_run
            WHERE execution = ? AND step = ? AND xmin::text::bigint = ? & 4294967295""";

    // The same query for a run in the row of its execution.
    private static final String WROTE_INLINE = """
            SELECT 1
            FROM baton_execution
            WHERE id = ? AND xmin::text::bigint = ? & 4294967295
            UNION ALL
            SELECT 1
            FROM baton_ended
            WHERE id = ? AND xmin::text::bigint = ? & 4294967295""";

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

    /** What has become of a commit. */
    enum Outcome {
        TOOK_EFFECT,
        DID_NOT,
        /** The server has not finished it: it waits for its disk, or for a standby. */
        NOT_YET_KNOWN
    }

    /**
     * Whether a transaction took effect and contained this commit. A committed number alone is no proof: after a crash,
     * the server reassigns the numbers of transactions that left no trace. A commit without runs is simply repeated,
     * which changes nothing.
     */
    static Outcome outcome(Connection connection, long transaction, Commit commit) throws SQLException {
        String status = status(connection, transaction);
        if ("in progress".equals(status)) {
            return Outcome.NOT_YET_KNOWN;
        }
        boolean isCommitted = "committed".equals(status)
                && !commit.runs().isEmpty()
                && isWriter(connection, transaction, commit.runs().get(0));
        return isCommitted ? Outcome.TOOK_EFFECT : Outcome.DID_NOT;
    }

    /** The same for a caller that tries again later: throws if it is not known yet. */
    static boolean tookEffect(Connection connection, long transaction, Commit commit) throws SQLException {
        Outcome outcome = outcome(connection, transaction, commit);
        if (outcome == Outcome.NOT_YET_KNOWN) {
            throw new SQLException("it is not yet known how transaction " + transaction + " ended", "08007");
        }
        return outcome == Outcome.TOOK_EFFECT;
    }

    private static boolean isWriter(Connection connection, long transaction, RunRecord run) throws SQLException {
        boolean inline = RunRows.isInline(run);
        try (PreparedStatement query = connection.prepareStatement(inline ? WROTE_INLINE : WROTE)) {
            query.setObject(1, run.execution());
            if (inline) {
                query.setLong(2, transaction);
                query.setObject(3, run.execution());
                query.setLong(4, transaction);
            } else {
                query.setInt(2, run.step());
                query.setLong(3, transaction);
            }
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    private static @Nullable String status(Connection connection, long transaction) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(STATUS)) {
            query.setLong(1, transaction);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }
}
