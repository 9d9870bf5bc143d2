package dev.baton.jdbc;

import dev.baton.spi.Claimable;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A store in one SQLite file, for one process. */
final class SqliteStore extends JdbcStore {

    private static final List<String> FORGET_THE_FORMER = List.of("""
            DELETE FROM baton_message""", """
            DELETE FROM baton_node""");

    private static final String ARRIVE = """
            INSERT INTO baton_node (id)
            VALUES (?)""";

    private static final String NODES = """
            SELECT id
            FROM baton_node""";

    private final Path file;
    private final SqliteFile source;
    private final ClaimLists lists;
    private final SqliteClaims claims;
    private final ReentrantLock opening = new ReentrantLock();
    private @Nullable ProcessLock lock;
    private @Nullable SqliteWatcher watcher;

    /** The result of a transaction, and what it wrote about claims. */
    private record Changed<T>(T result, ClaimLists.Written claims) {}

    SqliteStore(Path file, Codec codec) {
        this(file, new SqliteFile(file), new KeptStatements(), codec);
    }

    private SqliteStore(Path file, SqliteFile source, KeptStatements statements, Codec codec) {
        this(file, source, statements, new ClaimLists(statements), codec);
    }

    private SqliteStore(Path file, SqliteFile source, KeptStatements statements, ClaimLists lists, Codec codec) {
        super(
                Dialect.SQLITE,
                new Connections(source::forWriting, 1, statements, new FileIdentity(file)::check),
                new Connections(source::forReading, 2, statements, () -> {}),
                new SqliteWriter(statements, lists),
                codec);
        this.file = file;
        this.source = source;
        this.lists = lists;
        this.claims = new SqliteClaims(statements, lists);
    }

    @Override
    public void open(Duration lease, Runnable wakeUp) {
        opening.lock();
        try {
            openAlone(wakeUp);
        } finally {
            opening.unlock();
        }
    }

    private void openAlone(Runnable wakeUp) {
        if (lock == null) {
            lock = ProcessLock.on(file.toAbsolutePath());
        }
        UUID me = ProcessIds.newNode();
        writing.run("open " + file, connection -> {
            // The transaction holds the file's lock since it began: no other process reads the version now.
            Migrations.ENGINE.apply(connection);
            Migrations.SCHEDULES.apply(connection);
            refuseBesideAnother(connection);
            forgetTheFormer(connection, true);
            try (PreparedStatement insert = connection.prepareStatement(ARRIVE)) {
                insert.setBytes(1, Ids.toBytes(me));
                insert.executeUpdate();
            }
        });
        lists.clear();
        become(me);
        if (watcher == null) {
            watcher = new SqliteWatcher(file, source::forReading, wakeUp);
            watcher.start();
        }
    }

    /** The lock file may have been removed under the process that holds it. */
    private void refuseBesideAnother(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NODES);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                UUID node = Ids.fromBytes(rows.getBytes(1));
                if (ProcessIds.isAnotherAlive(node)) {
                    throw ProcessLock.inUse(file, "process " + ProcessIds.pid(node));
                }
            }
        }
    }

    /** Removes all earlier nodes and releases their executions: with a single process, they must be gone. */
    private void forgetTheFormer(Connection connection, boolean died) throws SQLException {
        moves.releaseAll(connection, died);
        for (String sql : FORGET_THE_FORMER) {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.executeUpdate();
            }
        }
    }

    @Override
    public int writers() {
        return 1;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public long clockAhead(long localMicros) {
        return 0;
    }

    @Override
    public Map<UUID, Refusal> commit(Commit commit) {
        if (!(commit.transaction() instanceof OpenTransaction transaction)) {
            return changing("record what happened", connection -> write(connection, commit));
        }
        try {
            Changed<Map<UUID, Refusal>> written = write(transaction.connection(), commit);
            transaction.commit();
            // Without the permit to write: the thread that holds it may be waiting for this transaction to end.
            written.claims().confirm();
            return written.result();
        } catch (SQLException failure) {
            // The outcome is certain: unlike a lost connection, the file and the transaction are still there.
            throw Failures.ofUser("record what happened", failure);
        }
    }

    private Changed<Map<UUID, Refusal>> write(Connection connection, Commit commit) throws SQLException {
        Map<UUID, Refusal> refused =
                commits.write(connection, author(commit), commit).refused();
        return new Changed<>(refused, lists.record(commit.changed()));
    }

    @Override
    public Transaction begin() {
        return new OpenTransaction(dialect, () -> writing.extra("begin a transaction"));
    }

    @Override
    public List<Stored> claim(Claimable claimable, long now, int most) {
        if (reading.transact("look for executions that are due", connection -> claims.hasDue(connection, now))) {
            writing.run("note which executions are due", connection -> claims.fallDue(connection, now));
        }
        // Beside the commits of others, except for the claim itself: SQLite has one writer.
        List<UUID> ready = reading.transact(
                "look for ready executions", connection -> claims.ready(connection, claimable, now, most, Set.of()));
        return claim(claimable, now, most, ready);
    }

    /** Claims executions that were read as ready, or others in place of those that have ended or were claimed since. */
    List<Stored> claim(Claimable claimable, long now, int most, List<UUID> ready) {
        boolean setAside = ready.size() < most && claims.mayHavePassedOver(now);
        if (ready.isEmpty() && !setAside) {
            return List.of();
        }
        UUID me = node();
        List<UUID> claimed = changing("claim executions", connection -> {
            writer.fence(connection, me);
            if (setAside) {
                claims.setAside(connection, claimable, now);
            }
            ClaimLists.Written claim = lists.claim(connection, me, ready);
            int missing = ready.size() - claim.count();
            if (missing > 0 && ready.size() == most) {
                // The claimer takes fewer than it asked for to mean that there are no more. Once is enough: nothing
                // ends and nothing is claimed by others within this transaction.
                Set<UUID> without = Set.copyOf(claim.claimed());
                lists.add(connection, me, claims.ready(connection, claimable, now, missing, without), claim);
            }
            return new Changed<>(claim.claimed(), claim);
        });
        // Nobody else changes what this node owns.
        return claimed.isEmpty()
                ? List.of()
                : reading.transact("read claimed executions", connection -> claims.read(connection, me, claimed));
    }

    @Override
    public Optional<Stored> claim(UUID id) {
        UUID me = node();
        return changing("claim execution " + id, connection -> {
            writer.fence(connection, me);
            Optional<Stored> taken = executions.take(connection, me, id);
            return new Changed<>(taken, lists.strike(connection, List.of(id)));
        });
    }

    @Override
    public void release(Collection<UUID> ids) {
        UUID me = node();
        Collection<UUID> unused = changing("release executions", connection -> {
            ClaimLists.Written owned = lists.own(connection, me, ids);
            moves.release(connection, me, ids);
            return new Changed<>(ids, owned);
        });
    }

    @Override
    public void putToSleep(Collection<Sleeper> sleepers) {
        UUID me = node();
        List<UUID> ids = sleepers.stream().map(Sleeper::execution).toList();
        Collection<UUID> unused = changing("release executions that wait", connection -> {
            writer.fence(connection, me);
            ClaimLists.Written owned = lists.own(connection, me, ids);
            moves.putToSleep(connection, me, sleepers);
            return new Changed<>(ids, owned);
        });
    }

    /** Runs a transaction in which executions are claimed or released. */
    private <T> T changing(String doing, SqlWork<Changed<T>> work) {
        return writing.transact(doing, work, changed -> changed.claims().confirm())
                .result();
    }

    @Override
    public long nextDue(Claimable claimable) {
        return reading.transact("look when the next execution is due", connection -> {
            return SqliteClaims.nextDue(connection, claimable);
        });
    }

    @Override
    public Pulse beat() {
        UUID me = node();
        writing.run("record a heartbeat", connection -> {
            writer.fence(connection, me);
        });
        return new Pulse(Set.of(), false);
    }

    @Override
    public void handOver() {
        writing.run("hand over", connection -> {
            forgetTheFormer(connection, false);
        });
        lists.clear();
    }

    @Override
    public void send(List<Message> messages) {
        writing.run("send messages", connection -> {
            messageRows.send(connection, messages);
        });
    }

    @Override
    public Store.Admission admit(Gate gate, List<PermitRequest> arriving, long now) {
        throw new UnsupportedOperationException("a store that is not shared has no gates");
    }

    @Override
    public void close() {
        opening.lock();
        try {
            if (watcher != null) {
                watcher.close();
                watcher = null;
            }
            super.close();
            if (lock != null) {
                lock.close();
                lock = null;
            }
        } finally {
            opening.unlock();
        }
    }
}
