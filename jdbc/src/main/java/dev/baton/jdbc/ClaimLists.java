package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The executions that this process has claimed on SQLite. The file has one row for each claim, a list of ids, for the
 * next process in case this one dies. Which of them have ended since is known in memory alone, and changes there once a
 * transaction has committed: a transaction that fails leaves both as they were. Safe from any thread.
 *
 * <p>Lists change in transactions that hold the permit to write until memory has changed as well, so those see both as
 * they are. A body's own transaction commits without that permit. All that memory learns from it is that executions
 * ended, which may be later than the next transaction: until then an execution that is not there counts as claimed. What
 * ended was claimed in a certain list, and only that claim is forgotten, not one that came since.
 */
final class ClaimLists {

    private static final String STILL_READY = """
            SELECT %s
            FROM baton_number
            CROSS JOIN baton_execution ON id = %s
            WHERE i < ?2 AND %s""";

    private static final String HOW_MANY = STILL_READY.formatted("count(*)", PackedRows.id(1), SqliteClaims.READY);

    private static final String WHICH = STILL_READY.formatted("id", PackedRows.id(1), SqliteClaims.READY);

    private static final String ADD = """
            INSERT INTO baton_claim (id, owner, executions)
            VALUES (?, ?, ?)""";

    private static final String LISTED = """
            SELECT executions
            FROM baton_claim
            WHERE id = ?""";

    private static final String SHORTEN = """
            UPDATE baton_claim
            SET executions = ?2
            WHERE id = ?1""";

    private static final String REMOVE = """
            DELETE FROM baton_claim
            WHERE id = ?1""";

    private static final String OWN = """
            UPDATE baton_execution
            SET owner = ?
            WHERE id = ? AND owner IS NULL""";

    private final KeptStatements statements;
    private final Map<UUID, ClaimList> claimed = new ConcurrentHashMap<>();
    private final Set<ClaimList> lists = ConcurrentHashMap.newKeySet();
    /** Ids are not used again, unlike those that SQLite would give: what is said of a list is said of no later one. */
    private final AtomicLong lastId = new AtomicLong();

    ClaimLists(KeptStatements statements) {
        this.statements = statements;
    }

    /** A row of the table; its counts are guarded by the lock of all lists. */
    private static final class ClaimList {

        final long id;
        /** How many executions the row lists. */
        int listed;
        /** How many of them are claimed. */
        int left;

        ClaimList(long id, int listed) {
            this.id = id;
            this.listed = listed;
            this.left = listed;
        }

        /** A list is shortened when three quarters of it have ended, which costs little for each of them. */
        boolean isMostlyOver() {
            return left <= listed / 4;
        }
    }

    /** What a transaction has written, which takes effect in memory once it is committed. */
    final class Written {

        private final Map<ClaimList, List<UUID>> added = new LinkedHashMap<>();
        private final Map<ClaimList, Integer> shortened = new HashMap<>();
        /** The executions that are claimed no more, and the lists that they were claimed in. */
        private final Map<UUID, ClaimList> over = new HashMap<>();

        private void isOver(UUID id) {
            ClaimList list = claimed.get(id);
            if (list != null) {
                over.put(id, list);
            }
        }

        /** The executions that the transaction has claimed. */
        List<UUID> claimed() {
            return added.values().stream().flatMap(List::stream).toList();
        }

        /** How many executions the transaction has claimed. */
        int count() {
            return added.values().stream().mapToInt(List::size).sum();
        }

        /** The transaction is committed. */
        void confirm() {
            ClaimLists.this.confirm(this);
        }
    }

    /** Whether an execution is claimed. One that this process has created for itself, or taken by its id, is not. */
    boolean has(UUID id) {
        return claimed.containsKey(id);
    }

    // ---- within a transaction

    /** Claims those of these executions that are still ready, in their order. */
    Written claim(Connection connection, UUID node, List<UUID> ids) throws SQLException {
        Written written = new Written();
        add(connection, node, ids, written);
        for (ClaimList list : mostlyOver()) {
            keep(connection, list, this::has, written);
        }
        return written;
    }

    /** Claims more executions in the same transaction. */
    void add(Connection connection, UUID node, List<UUID> ids, Written written) throws SQLException {
        List<UUID> free = ids.stream().filter(id -> !has(id)).toList();
        for (List<UUID> some : PackedRows.stretches(free, (one, other) -> true)) {
            List<UUID> ready = stillReady(connection, some);
            if (!ready.isEmpty()) {
                ClaimList list = new ClaimList(lastId.incrementAndGet(), ready.size());
                insert(connection, node, list, ready);
                written.added.put(list, ready);
            }
        }
    }

    /** Writes the owner into the rows of those of these executions that are claimed, and strikes all from the lists. */
    Written own(Connection connection, UUID node, Collection<UUID> ids) throws SQLException {
        PreparedStatement update = statements.on(connection, OWN);
        for (UUID id : ids) {
            if (has(id)) {
                update.setBytes(1, Ids.toBytes(node));
                update.setBytes(2, Ids.toBytes(id));
                update.executeUpdate();
            }
        }
        return strike(connection, ids);
    }

    /** Strikes executions from the lists: those that are claimed, and those that have ended since. */
    Written strike(Connection connection, Collection<UUID> ids) throws SQLException {
        Written written = new Written();
        ids.forEach(written::isOver);
        Set<UUID> struck = new HashSet<>(ids);
        for (ClaimList list : lists) {
            if (read(connection, list).stream().anyMatch(struck::contains)) {
                keep(connection, list, id -> has(id) && !struck.contains(id), written);
            }
        }
        return written;
    }

    /** Records that those of these executions that have ended are claimed no more. The file still lists them. */
    Written record(Collection<ExecutionRecord> changed) {
        Written written = new Written();
        for (ExecutionRecord execution : changed) {
            if (execution.state().ended() != 0) {
                written.isOver(execution.id());
            }
        }
        return written;
    }

    private List<UUID> stillReady(Connection connection, List<UUID> ids) throws SQLException {
        byte[] packed = PackedRows.ids(ids, id -> id);
        if (count(connection, packed, ids.size()) == ids.size()) {
            return ids;
        }
        Set<UUID> ready = new HashSet<>();
        PreparedStatement query = statements.on(connection, WHICH);
        query.setBytes(1, packed);
        query.setInt(2, ids.size());
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                ready.add(Ids.fromBytes(row.getBytes(1)));
            }
        }
        return ids.stream().filter(ready::contains).toList();
    }

    private int count(Connection connection, byte[] packed, int size) throws SQLException {
        PreparedStatement query = statements.on(connection, HOW_MANY);
        query.setBytes(1, packed);
        query.setInt(2, size);
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private void insert(Connection connection, UUID node, ClaimList list, List<UUID> ids) throws SQLException {
        PreparedStatement insert = statements.on(connection, ADD);
        insert.setLong(1, list.id);
        insert.setBytes(2, Ids.toBytes(node));
        insert.setBytes(3, PackedRows.ids(ids, id -> id));
        insert.executeUpdate();
    }

    private void keep(Connection connection, ClaimList list, Predicate<UUID> which, Written written)
            throws SQLException {
        List<UUID> kept = read(connection, list).stream().filter(which).toList();
        PreparedStatement update = statements.on(connection, kept.isEmpty() ? REMOVE : SHORTEN);
        update.setLong(1, list.id);
        if (!kept.isEmpty()) {
            update.setBytes(2, PackedRows.ids(kept, id -> id));
        }
        update.executeUpdate();
        written.shortened.put(list, kept.size());
    }

    private List<UUID> read(Connection connection, ClaimList list) throws SQLException {
        PreparedStatement query = statements.on(connection, LISTED);
        query.setLong(1, list.id);
        try (ResultSet row = query.executeQuery()) {
            List<UUID> ids = new ArrayList<>(list.listed);
            if (row.next()) {
                ByteBuffer packed = ByteBuffer.wrap(row.getBytes(1));
                while (packed.hasRemaining()) {
                    ids.add(new UUID(packed.getLong(), packed.getLong()));
                }
            }
            return ids;
        }
    }

    // ---- after a transaction

    private synchronized List<ClaimList> mostlyOver() {
        return lists.stream().filter(ClaimList::isMostlyOver).toList();
    }

    private synchronized void confirm(Written written) {
        written.added.forEach((list, ids) -> {
            lists.add(list);
            ids.forEach(id -> claimed.put(id, list));
        });
        written.over.forEach(this::remove);
        written.shortened.forEach((list, size) -> {
            list.listed = size;
            if (size == 0) {
                lists.remove(list);
            }
        });
    }

    private void remove(UUID id, ClaimList list) {
        if (claimed.remove(id, list)) {
            list.left--;
        }
    }

    /** Forgets all claims: the table is empty. */
    synchronized void clear() {
        claimed.clear();
        lists.clear();
    }
}
