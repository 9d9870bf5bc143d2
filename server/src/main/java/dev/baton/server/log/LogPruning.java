package dev.baton.server.log;

import dev.baton.RunId;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Removes old logs, in transactions small enough not to delay writers. */
final class LogPruning {

    private static final int LOOKED_AT_ONCE = 500;
    private static final int REMOVED_AT_ONCE = 50;

    /** The log of an execution may be recorded before the execution is. */
    private static final Duration NOT_GONE_BEFORE = Duration.ofMinutes(10);

    private static final String NEXT = """
            SELECT run, updated
            FROM baton_log_run
            WHERE run > ?
            ORDER BY run
            LIMIT %d""".formatted(LOOKED_AT_ONCE);

    private static final String REMOVE_SUMMARY = """
            DELETE FROM baton_log_run
            WHERE run = ? AND updated = ?""";

    private static final String REMOVE_CHUNKS = """
            DELETE FROM baton_log
            WHERE run = ?""";

    private final LogDatabase database;

    LogPruning(LogDatabase database) {
        this.database = database;
    }

    int prune(Instant olderThan, Function<Collection<UUID>, Set<UUID>> existing) {
        long oldest = Time.toMicros(olderThan);
        long newestGone = Time.toMicros(Instant.now().minus(NOT_GONE_BEFORE));
        int removed = 0;
        String last = "";
        Map<String, Long> runs;
        do {
            runs = after(last);
            Set<UUID> there = existing.apply(
                    runs.keySet().stream().map(LogPruning::execution).collect(Collectors.toSet()));
            Map<String, Long> gone = new LinkedHashMap<>();
            for (Map.Entry<String, Long> run : runs.entrySet()) {
                last = run.getKey();
                boolean isGone = run.getValue() < newestGone && !there.contains(execution(last));
                if (run.getValue() < oldest || isGone) {
                    gone.put(last, run.getValue());
                }
            }
            removed += remove(gone);
        } while (runs.size() == LOOKED_AT_ONCE);
        return removed;
    }

    private static UUID execution(String run) {
        return RunId.parse(run).execution();
    }

    private Map<String, Long> after(String last) {
        return database.read("look through logs", connection -> {
            Map<String, Long> runs = new LinkedHashMap<>();
            try (PreparedStatement query = connection.prepareStatement(NEXT)) {
                query.setString(1, last);
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        runs.put(row.getString(1), row.getLong(2));
                    }
                }
            }
            return runs;
        });
    }

    private int remove(Map<String, Long> runs) {
        List<Map.Entry<String, Long>> all = new ArrayList<>(runs.entrySet());
        int removed = 0;
        for (int from = 0; from < all.size(); from += REMOVED_AT_ONCE) {
            List<Map.Entry<String, Long>> some = all.subList(from, Math.min(all.size(), from + REMOVED_AT_ONCE));
            removed += database.write("remove old logs", connection -> {
                int count = 0;
                for (Map.Entry<String, Long> run : some) {
                    count += remove(connection, run.getKey(), run.getValue());
                }
                return count;
            });
        }
        return removed;
    }

    /** Removes a log, unless it has grown since it was examined. */
    private static int remove(Connection connection, String run, long updated) throws SQLException {
        try (PreparedStatement summary = connection.prepareStatement(REMOVE_SUMMARY);
                PreparedStatement chunks = connection.prepareStatement(REMOVE_CHUNKS)) {
            summary.setString(1, run);
            summary.setLong(2, updated);
            int count = summary.executeUpdate();
            if (count > 0) {
                chunks.setString(1, run);
                chunks.executeUpdate();
            }
            return count;
        }
    }
}
