package dev.baton.jdbc;

import dev.baton.jdbc.ClaimMark.Mark;
import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord.State;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds executions to claim, on SQLite. A claim does not write to the row of an execution, so the index of ready
 * executions still has those that were claimed, until they end; {@link ClaimLists} knows them.
 */
final class SqliteClaims {

    /** The condition of the index of executions that can be claimed. Those that were claimed stay in it until they end. */
    static final String READY = "owner IS NULL AND (wake_at = 0 OR due)";

    /** The condition of the index of executions that cannot be claimed yet. */
    private static final String DELAYED = "owner IS NULL AND wake_at <> 0 AND NOT due";

    /**
     * What a node can run: the executions of what it has registered, or, if it reads definitions, those that bring their
     * own along.
     */
    private static final String FITS = """
            (name IN (SELECT value FROM json_each(?))
                AND (labels = '[]' OR NOT EXISTS (
                    SELECT 1
                    FROM json_each(labels) AS label
                    WHERE label.value NOT IN (SELECT value FROM json_each(?))
                ))
                OR ? AND (flags & %d) <> 0)""".formatted(State.DEFINED);

    // Moves executions from the index of delayed ones to the index of claimable ones. Bounded, since a million may be
    // due.
    private static final String FALL_DUE = """
            UPDATE baton_execution
            SET due = TRUE
            WHERE id IN (
                SELECT id
                FROM baton_execution
                WHERE %s AND wake_at <= ?
                ORDER BY wake_at
                LIMIT 2000
            )""".formatted(DELAYED);

    private static final String HAS_DUE = """
            SELECT EXISTS (
                SELECT 1
                FROM baton_execution
                WHERE %s AND wake_at <= ?
            )""".formatted(DELAYED);

    // Jumps from queue to queue along the index, and within a queue from name to name of what was set aside. Not by
    // comparing both columns at once: SQLite would step through all executions at the same place.
    private static final String NEXT_ASIDE = """
            SELECT queue, aside
            FROM baton_execution
            WHERE %s AND queue = ? AND aside > ?
            ORDER BY aside
            LIMIT 1""".formatted(READY);

    private static final String NEXT_QUEUE = """
            SELECT queue, aside
            FROM baton_execution
            WHERE %s AND queue > ?
            ORDER BY queue, aside
            LIMIT 1""".formatted(READY);

    // Without a limit: how many of the first ones are claimed changes while they are read. The rows come along the
    // index one by one, and the caller stops when it has enough.
    private static final String CANDIDATES = """
            SELECT id, rank
            FROM baton_execution
            WHERE %s AND queue = ? AND aside = ? AND rank >= ? AND %s
            ORDER BY rank, id""".formatted(READY, FITS);

    // CROSS JOIN keeps SQLite from reading the table of executions first.
    private static final String TAKEN = """
            SELECT %s
            FROM baton_number
            CROSS JOIN baton_execution ON id = %s
            WHERE i < ?3
            ORDER BY i""".formatted(StoredRows.takenBy("?2"), PackedRows.id(1));

    // Without a limit, like the candidates: the claimed ones among them do not count.
    private static final String FIRST = """
            SELECT id, name IN (SELECT value FROM json_each(?)) OR ? AND (flags & %d) <> 0
            FROM baton_execution
            WHERE %s AND queue = ? AND aside = '' AND rank < ?
            ORDER BY rank, id""".formatted(State.DEFINED, READY);

    private static final String SET_ASIDE = """
            UPDATE baton_execution
            SET flags = flags | %d
            WHERE id IN (
                SELECT %s
                FROM baton_number
                WHERE i < ?2
            )""".formatted(State.SET_ASIDE, PackedRows.id(1));

    // Among the first: a million may belong to other nodes.
    private static final String NEXT_DUE = """
            SELECT wake_at
            FROM (
                SELECT wake_at, name, labels, flags, queue
                FROM baton_execution
                WHERE %s
                ORDER BY wake_at
                LIMIT %d
            )
            WHERE %s AND (?4 = '[]' OR queue IN (SELECT value FROM json_each(?4)))
            ORDER BY wake_at
            LIMIT 1""".formatted(DELAYED, PassedOver.AT_MOST, FITS);

    private static final String LAST_OF_FIRST = """
            SELECT wake_at
            FROM baton_execution
            WHERE %s
            ORDER BY wake_at
            LIMIT 1
            OFFSET %d""".formatted(DELAYED, PassedOver.AT_MOST - 1);

    private static final Comparator<Candidate> IN_ORDER =
            Comparator.comparingLong(Candidate::rank).thenComparing(Candidate::id, Ids.IN_ORDER);

    private final KeptStatements statements;
    private final StoredRows rows = new StoredRows(Dialect.SQLITE);
    private final PassedOver passedOver = new PassedOver();
    private final ClaimMark claimMark = new ClaimMark();
    private final ClaimLists lists;

    SqliteClaims(KeptStatements statements, ClaimLists lists) {
        this.statements = statements;
        this.lists = lists;
    }

    private record Candidate(UUID id, long rank) {}

    /**
     * Where to look for executions.
     *
     * @param aside where executions are that were set aside; empty for all others
     */
    private record Place(String queue, String aside) {}

    private record Search(
            Connection connection, List<Place> places, Claimable claimable, int most, Set<UUID> without) {}

    /** Whether the time of a delayed execution has come. */
    boolean hasDue(Connection connection, long now) throws SQLException {
        PreparedStatement query = statements.on(connection, HAS_DUE);
        query.setLong(1, now);
        try (ResultSet row = query.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** Makes delayed executions ready whose time has come. */
    void fallDue(Connection connection, long now) throws SQLException {
        PreparedStatement update = statements.on(connection, FALL_DUE);
        update.setLong(1, now);
        update.executeUpdate();
    }

    /** The executions to claim next, in the order of their ranks, without some that the caller is claiming already. */
    List<UUID> ready(Connection connection, Claimable claimable, long now, int most, Set<UUID> without)
            throws SQLException {
        Search search = new Search(connection, places(connection, claimable), claimable, most, without);
        return first(search, now).stream().map(Candidate::id).toList();
    }

    /** Whether it is time to look for executions to set aside. */
    boolean mayHavePassedOver(long now) {
        return passedOver.isDue(now);
    }

    /** Sets executions aside that claims of this node have passed over for a while. */
    void setAside(Connection connection, Claimable claimable, long now) throws SQLException {
        passedOver.setAside(
                setAside(connection, places(connection, claimable), claimable, PassedOver.before(now)), now);
    }

    /** Reads executions that a node has claimed. */
    List<Stored> read(Connection connection, UUID node, List<UUID> claimed) throws SQLException {
        List<Stored> taken = new ArrayList<>(claimed.size());
        for (List<UUID> some : PackedRows.stretches(claimed, (one, other) -> true)) {
            PreparedStatement query = statements.on(connection, TAKEN);
            query.setBytes(1, PackedRows.ids(some, id -> id));
            query.setBytes(2, Ids.toBytes(node));
            query.setInt(3, some.size());
            taken.addAll(rows.readAll(connection, query));
        }
        return taken;
    }

    /** The first executions in order: from the beginning, or, right after a large claim, from where that one ended. */
    private List<Candidate> first(Search search, long now) throws SQLException {
        int most = search.most();
        Mark mark = claimMark.of(search.claimable(), now);
        if (mark != null) {
            List<Candidate> next = from(mark.rank(), search);
            if (next.size() >= most) {
                claimMark.set(mark.at(next.get(most - 1).rank()));
                return next;
            }
            claimMark.remove();
        }
        List<Candidate> first = from(Long.MIN_VALUE, search);
        if (most >= ClaimMark.LARGE && first.size() >= most) {
            Claimable claimable = search.claimable();
            claimMark.set(
                    new Mark(claimable, claimable.queues(), first.get(most - 1).rank(), now));
        }
        return first;
    }

    /** The places at which there may be executions that can be claimed. */
    private List<Place> places(Connection connection, Claimable claimable) throws SQLException {
        Set<String> aside = PassedOver.places(claimable);
        Set<String> queues = Set.copyOf(claimable.queues());
        List<Place> places = new ArrayList<>();
        Place place = after("", connection);
        while (place != null) {
            boolean isServed = queues.isEmpty() || queues.contains(place.queue());
            if (isServed && (place.aside().isEmpty() || aside.contains(place.aside()))) {
                places.add(place);
            }
            PreparedStatement next = statements.on(connection, NEXT_ASIDE);
            next.setString(1, place.queue());
            next.setString(2, place.aside());
            Place found = place(next);
            place = found == null ? after(place.queue(), connection) : found;
        }
        return places;
    }

    /** The first place after a queue. */
    private @Nullable Place after(String queue, Connection connection) throws SQLException {
        PreparedStatement next = statements.on(connection, NEXT_QUEUE);
        next.setString(1, queue);
        return place(next);
    }

    private static @Nullable Place place(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? new Place(row.getString(1), row.getString(2)) : null;
        }
    }

    /** The executions with the lowest ranks over all places, from a rank on. */
    private List<Candidate> from(long rank, Search search) throws SQLException {
        List<Candidate> candidates = new ArrayList<>();
        PreparedStatement query = statements.on(search.connection(), CANDIDATES);
        query.setLong(3, rank);
        query.setString(4, Dialect.json(search.claimable().names()));
        query.setString(5, Dialect.json(search.claimable().labels()));
        query.setBoolean(6, search.claimable().defined());
        for (Place place : search.places()) {
            query.setString(1, place.queue());
            query.setString(2, place.aside());
            int enough = candidates.size() + search.most();
            try (ResultSet row = query.executeQuery()) {
                while (candidates.size() < enough && row.next()) {
                    UUID id = Objects.requireNonNull(Dialect.SQLITE.id(row, 1));
                    if (!lists.has(id) && !search.without().contains(id)) {
                        candidates.add(new Candidate(id, row.getLong(2)));
                    }
                }
            }
        }
        if (search.places().size() > 1) {
            candidates.sort(IN_ORDER);
        }
        return candidates.subList(0, Math.min(search.most(), candidates.size()));
    }

    private int setAside(Connection connection, List<Place> places, Claimable claimable, long before)
            throws SQLException {
        int count = 0;
        for (Place place : places) {
            if (place.aside().isEmpty()) {
                List<UUID> unfit = unfit(connection, place.queue(), claimable, before);
                for (List<UUID> some : PackedRows.stretches(unfit, (one, other) -> true)) {
                    PreparedStatement update = statements.on(connection, SET_ASIDE);
                    update.setBytes(1, PackedRows.ids(some, id -> id));
                    update.setInt(2, some.size());
                    count += update.executeUpdate();
                }
            }
        }
        return count;
    }

    /** The executions that this node cannot claim among the first of a queue. */
    private List<UUID> unfit(Connection connection, String queue, Claimable claimable, long before)
            throws SQLException {
        PreparedStatement query = statements.on(connection, FIRST);
        query.setString(1, Dialect.json(claimable.names()));
        query.setBoolean(2, claimable.defined());
        query.setString(3, queue);
        query.setLong(4, before);
        List<UUID> unfit = new ArrayList<>();
        int looked = 0;
        try (ResultSet row = query.executeQuery()) {
            while (looked < PassedOver.AT_MOST && row.next()) {
                UUID id = Objects.requireNonNull(Dialect.SQLITE.id(row, 1));
                if (!lists.has(id)) {
                    looked++;
                    if (!row.getBoolean(2)) {
                        unfit.add(id);
                    }
                }
            }
        }
        return unfit;
    }

    static long nextDue(Connection connection, Claimable claimable) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NEXT_DUE)) {
            query.setString(1, Dialect.json(claimable.names()));
            query.setString(2, Dialect.json(claimable.labels()));
            query.setBoolean(3, claimable.defined());
            query.setString(4, Dialect.json(claimable.queues()));
            try (ResultSet row = query.executeQuery()) {
                if (row.next()) {
                    return row.getLong(1);
                }
            }
        }
        try (PreparedStatement query = connection.prepareStatement(LAST_OF_FIRST);
                ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
