package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Writes a commit, for every database in the same order of steps. Made twice, it changes nothing the second time. */
final class Commits {

    /**
     * What was written.
     *
     * @param transaction the number of the transaction
     * @param refused the executions that were not created, with what is there instead
     */
    record Written(long transaction, Map<UUID, Refusal> refused) {}

    private record RunKey(UUID execution, int step) {}

    private final Writer writer;
    private final Creations creations;

    Commits(Dialect dialect, Writer writer) {
        this.writer = writer;
        this.creations = new Creations(dialect, writer);
    }

    Written write(Connection connection, UUID node, Commit commit) throws SQLException {
        long transaction = writer.fence(connection, node);
        if (!commit.plans().isEmpty()) {
            writer.plans(connection, commit.plans());
        }
        Map<UUID, Refusal> refused =
                commit.created().isEmpty() ? Map.of() : creations.create(connection, node, commit.created());
        Collection<RunRecord> runs = last(
                commit.runs(), run -> new RunKey(run.execution(), run.step()), RunRecord::execution, refused.keySet());
        if (!runs.isEmpty()) {
            writer.runs(connection, runs);
        }
        Collection<ExecutionRecord> changed =
                last(commit.changed(), ExecutionRecord::id, ExecutionRecord::id, refused.keySet());
        if (!changed.isEmpty()) {
            writer.change(connection, node, changed);
        }
        if (!commit.left().isEmpty()) {
            writer.leave(connection, node, commit.left());
        }
        if (changed.stream().anyMatch(Commits::isAdrift) || isSomethingNewAdrift(commit, refused.keySet())) {
            writer.tell(connection, node);
        }
        return new Written(transaction, refused);
    }

    static boolean isAdrift(ExecutionRecord execution) {
        return execution.place().home() == null && execution.state().ended() == 0;
    }

    private static boolean isSomethingNewAdrift(Commit commit, Set<UUID> refused) {
        for (Creation creation : commit.created()) {
            if (creation.adrift() && !refused.contains(creation.execution().id())) {
                return true;
            }
        }
        return false;
    }

    /** The last record of each key, without those of executions that were not created. */
    private static <T> Collection<T> last(
            List<T> records, Function<T, Object> key, Function<T, UUID> execution, Set<UUID> refused) {
        // What happened twice since the last commit is written once: one statement cannot write a row twice.
        Map<Object, T> last = new LinkedHashMap<>(records.size() * 2);
        for (T record : records) {
            if (refused.isEmpty() || !refused.contains(execution.apply(record))) {
                last.put(key.apply(record), record);
            }
        }
        return last.values();
    }
}
