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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A store in one SQLite file, for one process. */
final class SqliteStore extends JdbcStore {

    private static final List<String> FORGET_THE_FORMER = List.of("""
            DELETE FROM baton_mail""", """
            DELETE FROM baton_node""");

    private static final String ARRIVE = """
            INSERT INTO baton_node (id)
            VALUES (?)""";

    private static final String NODES = """
            SELECT id
            FROM baton_node""";

    private final Path file;
    private final SqliteFile source;
    private final SqliteClaims claims;
    private final ReentrantLock opening = new ReentrantLock();
    private @Nullable ProcessLock lock;
    private @Nullable SqliteWatcher watcher;

    SqliteStore(Path file, Codec codec) {
        this(file, new SqliteFile(file), codec);
    }

    private SqliteStore(Path file, SqliteFile source, Codec codec) {
        super(
                Dialect.SQLITE,
                new Connections(source::forWriting, 1, new FileIdentity(file)::check),
                new Connections(source::forReading, 2),
                new SqliteWriter(),
                codec);
        this.file = file;
        this.source = source;
        this.claims = new SqliteClaims();
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
        become(me);
        if (watcher == null) {
            watcher = new SqliteWatcher(source, wakeUp);
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
        UUID me = author(commit);
        if (!(commit.transaction() instanceof OpenTransaction transaction)) {
            return writing.transact(
                    "record what happened",
                    connection -> commits.write(connection, me, commit).refused());
        }
        try {
            Map<UUID, Refusal> refused =
                    commits.write(transaction.connection(), me, commit).refused();
            transaction.commit();
            return refused;
        } catch (SQLException failure) {
            // The outcome is certain: unlike a lost connection, the file and the transaction are still there.
            throw Failures.of("record what happened", failure);
        }
    }

    @Override
    public Transaction begin() {
        return new OpenTransaction(dialect, () -> writing.extra("begin a transaction"));
    }

    @Override
    public List<Stored> claim(Claimable claimable, long now, int most) {
        UUID me = node();
        List<UUID> claimed = writing.transact("claim executions", connection -> {
            writer.fence(connection, me);
            return claims.claim(connection, me, claimable, now, most);
        });
        // Beside the next commit: nobody else changes what this node owns.
        return claimed.isEmpty()
                ? List.of()
                : reading.transact("read claimed executions", connection -> claims.read(connection, me, claimed));
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
    }

    @Override
    public void send(List<Mail> mail) {
        writing.run("send messages", connection -> {
            mails.send(connection, mail);
        });
    }

    @Override
    public Store.Admission admit(Gate gate, List<Ticket> arriving, long now) {
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
