package dev.baton.jdbc;

import dev.baton.jdbc.Writer.Ending;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Writes a commit, in the same order of steps for every database. Idempotent: writing the same commit twice changes
 * nothing.
 */
final class Commits {

    /**
     * The result of a commit.
     *
     * @param transaction the number of the transaction
     * @param refused the executions that were not created, and why
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
        Map<UUID, Refusal> refused = commit.created().isEmpty()
                ? Map.of()
                : creations.create(connection, node, commit.created(), tried(commit));
        if (!commit.runs().isEmpty()
                || !commit.changed().isEmpty()
                || !commit.created().isEmpty()) {
            new Sorted(commit, refused.keySet()).write(connection, node);
        }
        if (!commit.left().isEmpty()) {
            writer.leave(connection, node, commit.left());
        }
        if (isSomethingNewUnowned(commit, refused.keySet())) {
            writer.tell(connection, node);
        }
        return new Written(transaction, refused);
    }

    /** The executions that have runs in this commit, new ones included. */
    private static Set<UUID> tried(Commit commit) {
        Set<UUID> tried = new HashSet<>();
        commit.runs().forEach(run -> tried.add(run.execution()));
        return tried;
    }

    private static boolean isSomethingNewUnowned(Commit commit, Set<UUID> refused) {
        for (Creation creation : commit.created()) {
            if (creation.unowned() && !refused.contains(creation.execution().id())) {
                return true;
            }
        }
        return false;
    }

    /** The new state of executions and runs, each once, sorted by where it is written. */
    private final class Sorted {

        private final Map<UUID, RunRecord> inline = new LinkedHashMap<>();
        private final Map<RunKey, RunRecord> rows = new LinkedHashMap<>();
        private final List<ExecutionRecord> going = new ArrayList<>();
        private final List<Ending> ending = new ArrayList<>();
        private final List<UUID> grown = new ArrayList<>();

        Sorted(Commit commit, Set<UUID> refused) {
            // A run that changed twice since the last commit is written once: one statement cannot write a row twice.
            for (RunRecord run : commit.runs()) {
                if (!refused.contains(run.execution())) {
                    add(run);
                }
            }
            Map<UUID, ExecutionRecord> changed =
                    new LinkedHashMap<>(commit.changed().size() * 2);
            for (Creation creation : commit.created()) {
                if (creation.execution().state().ended() != 0) {
                    changed.put(creation.execution().id(), creation.execution());
                }
            }
            commit.changed().forEach(execution -> changed.put(execution.id(), execution));
            changed.keySet().removeAll(refused);
            changed.values().forEach(this::add);
        }

        private void add(RunRecord run) {
            if (RunRows.isInline(run)) {
                inline.put(run.execution(), run);
            } else {
                if (run.step() == RunRows.INLINE_STEP) {
                    inline.remove(run.execution());
                }
                rows.put(new RunKey(run.execution(), run.step()), run);
            }
        }

        private void add(ExecutionRecord execution) {
            if (execution.state().ended() != 0) {
                ending.add(new Ending(execution, inline.remove(execution.id())));
                return;
            }
            going.add(execution);
            if (execution.state().steps() > 1) {
                grown.add(execution.id());
            }
        }

        void write(Connection connection, UUID node) throws SQLException {
            if (!grown.isEmpty()) {
                writer.split(connection, node, grown);
            }
            if (!rows.isEmpty()) {
                writer.runs(connection, rows.values());
            }
            if (!inline.isEmpty()) {
                writer.inline(connection, node, inline.values());
            }
            if (!going.isEmpty()) {
                writer.change(connection, node, going);
            }
            if (!ending.isEmpty()) {
                writer.end(connection, node, ending);
            }
        }
    }
}
