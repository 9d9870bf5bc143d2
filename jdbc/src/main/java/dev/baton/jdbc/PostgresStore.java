package dev.baton.jdbc;

import dev.baton.jdbc.Commits.Written;
import dev.baton.jdbc.InDoubtCommits.Outcome;
import dev.baton.spi.Claimable;
import dev.baton.spi.Codec;
import dev.baton.spi.GateState;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store on PostgreSQL, for any number of nodes. */
final class PostgresStore extends JdbcStore {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    // While one writer waits for the disk, others write. On two busy cores a fourth added 4 % to 15 %, within the
    // noise.
    private static final int WRITERS = 3;

    private static final long ASK_AGAIN_NANOS = 50_000_000;

    private static final String TRY_LOCK_PRUNING = """
            SELECT pg_try_advisory_xact_lock(hashtext('baton prune'), hashtext(current_schema()))""";

    // Waits for the transactions that create children, so that the statements after this one see what they await; new
    // ones wait in turn until what is removed now is gone.
    private static final String LOCK_AWAITED = """
            SELECT pg_advisory_xact_lock(hashtext('baton awaited'), hashtext(current_schema()))""";

    private static final String REMOVE_PERMITS = """
            DELETE FROM baton_permit
            WHERE execution = ANY (?)""";

    private final DataSource dataSource;
    private final PostgresFence fence;
    private final PostgresClaims claims;
    private final InDoubtCommits doubts = new InDoubtCommits();
    private final PostgresNodes nodes = new PostgresNodes();
    private final PostgresGates gates = new PostgresGates();
    private final PostgresGateStates gateStates = new PostgresGateStates();
    private final PostgresClock clock = new PostgresClock();
    private final ReentrantLock opening = new ReentrantLock();
    private volatile long leaseMicros;
    private volatile Runnable wakeUp = () -> {};
    private @Nullable PostgresListener listener;

    PostgresStore(DataSource dataSource, Codec codec) {
        this(dataSource, new PostgresFence(), new Connections(dataSource::getConnection, WRITERS + 2), codec);
    }

    private PostgresStore(DataSource dataSource, PostgresFence fence, Connections connections, Codec codec) {
        super(Dialect.POSTGRES, connections, connections, new PostgresWriter(fence), codec);
        this.dataSource = dataSource;
        this.fence = fence;
        this.claims = new PostgresClaims(fence);
    }

    @Override
    public void open(Duration lease, Runnable newWakeUp) {
        opening.lock();
        try {
            openAlone(lease, newWakeUp);
        } finally {
            opening.unlock();
        }
    }

    private void openAlone(Duration lease, Runnable newWakeUp) {
        wakeUp = newWakeUp;
        UUID me = UUID.randomUUID();
        leaseMicros = Time.toMicros(lease);
        fence.lease(lease.toMillis());
        writing.run("open the store", connection -> {
            int version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < 12) {
                throw new StoreException("PostgreSQL 12 or later is needed, and this is " + version);
            }
            Migrations.ENGINE.apply(connection);
            Migrations.SCHEDULES.apply(connection);
            nodes.arrive(connection, me, leaseMicros);
            clock.read(connection);
        });
        become(me);
        // The doubts belonged to the previous id of this node.
        doubts.clear();
        if (listener == null) {
            listener = new PostgresListener(dataSource, this::node, () -> wakeUp.run());
            listener.start();
        }
    }

    @Override
    public int writers() {
        return WRITERS;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public long clockAhead(long localMicros) {
        return clock.micros() - localMicros;
    }

    @Override
    public Map<UUID, Refusal> commit(Commit commit) {
        if (commit.transaction() instanceof OpenTransaction transaction) {
            return commitWith(transaction, commit);
        }
        Written earlier = doubts.about(commit);
        if (earlier != null) {
            boolean committed = writing.transact(
                    "find out how a transaction ended",
                    connection -> InDoubtCommits.tookEffect(connection, earlier.transaction(), commit));
            doubts.forget(commit);
            if (committed) {
                return earlier.refused();
            }
        }
        return commitAlone(commit);
    }

    private Map<UUID, Refusal> commitAlone(Commit commit) {
        UUID me = author(commit);
        AtomicReference<@Nullable Written> written = new AtomicReference<>();
        try {
            return writing.transact("record what happened", connection -> {
                written.set(commits.write(connection, me, commit));
                return Objects.requireNonNull(written.get()).refused();
            });
        } catch (StoreUnavailableException failure) {
            doubts.remember(commit, written.get());
            throw failure;
        }
    }

    private Map<UUID, Refusal> commitWith(OpenTransaction transaction, Commit commit) {
        Connection connection = transaction.connection();
        Written written = null;
        try {
            written = commits.write(connection, author(commit), commit);
            transaction.commit();
            return written.refused();
        } catch (SQLException failure) {
            transaction.close();
            RuntimeException told = Failures.ofUser("record what happened", failure);
            // Asked for here, not when the commit is repeated: what a body wrote cannot be written without the body.
            if (written != null && told instanceof StoreUnavailableException && tookEffect(written, commit)) {
                return written.refused();
            }
            throw told;
        }
    }

    /**
     * Whether a transaction whose answer was lost took effect. Waits while the server is at it, since the body would
     * run again beside it; the server ends a transaction that stands still after a lease.
     */
    private boolean tookEffect(Written written, Commit commit) {
        while (true) {
            Outcome outcome = writing.transact(
                    "find out how a transaction ended",
                    connection -> InDoubtCommits.outcome(connection, written.transaction(), commit));
            if (outcome != Outcome.NOT_YET_KNOWN) {
                return outcome == Outcome.TOOK_EFFECT;
            }
            LockSupport.parkNanos(ASK_AGAIN_NANOS);
        }
    }

    @Override
    public Transaction begin() {
        return new OpenTransaction(dialect, () -> writing.extra("begin a transaction"));
    }

    @Override
    public List<Stored> claim(Claimable claimable, long now, int most) {
        UUID me = node();
        return writing.transact("claim executions", connection -> claims.claim(connection, me, claimable, now, most));
    }

    @Override
    public long nextDue(Claimable claimable) {
        return writing.transact("look when the next execution is due", connection -> {
            return PostgresClaims.nextDue(connection, claimable);
        });
    }

    @Override
    public Optional<Stored> find(UUID id) {
        return writing.transact("read execution " + id, connection -> {
            // Reads the execution and its runs at one point in time.
            execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            return executions.find(connection, id);
        });
    }

    @Override
    public List<Stored> findAll(Collection<UUID> ids) {
        return writing.transact("read executions", connection -> {
            execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            return executions.findAll(connection, ids);
        });
    }

    @Override
    int remove(Connection connection, Pruning.Removal removal, int most) throws SQLException {
        if (!isTrue(connection, TRY_LOCK_PRUNING)) {
            // Another node is pruning.
            return 0;
        }
        execute(connection, LOCK_AWAITED);
        List<UUID> removed = removal.remove(connection, most);
        try (PreparedStatement delete = connection.prepareStatement(REMOVE_PERMITS)) {
            delete.setObject(1, dialect.ids(connection, removed));
            delete.executeUpdate();
        }
        return removed.size();
    }

    @Override
    public Pulse beat() {
        UUID me = node();
        return writing.transact("record a heartbeat", connection -> {
            fence.enter(connection, me);
            clock.read(connection);
            return nodes.beat(connection, me, leaseMicros);
        });
    }

    @Override
    public void handOver() {
        UUID me = node();
        writing.run("hand over", connection -> {
            nodes.leave(connection, me);
        });
    }

    @Override
    public void send(List<Message> messages) {
        UUID me = node();
        writing.run("send messages", connection -> {
            // A node that has been declared dead must not send messages.
            fence.enter(connection, me);
            messageRows.send(connection, messages);
            Notices.to(connection, me, messages.stream().map(Message::receiver).collect(Collectors.toSet()));
        });
    }

    @Override
    public Store.Admission admit(Gate gate, List<PermitRequest> arriving, long now) {
        UUID me = node();
        return writing.transact("pass gate " + gate.name(), connection -> {
            fence.enter(connection, me);
            return gates.admit(connection, gate, arriving, now);
        });
    }

    @Override
    public GateState gateState(Gate gate, UUID execution, int step, int most) {
        return reading.transact(
                "look at gate " + gate.name(), connection -> gateStates.look(connection, gate, execution, step, most));
    }

    @Override
    public void close() {
        opening.lock();
        try {
            if (listener != null) {
                listener.close();
                stir(node());
                listener.join();
                listener = null;
            }
            super.close();
        } finally {
            opening.unlock();
        }
    }

    /** Wakes the listener from its wait. */
    private void stir(UUID me) {
        try {
            writing.run("stop listening", connection -> Notices.to(connection, UUID.randomUUID(), Set.of(me)));
        } catch (RuntimeException failure) {
            LOG.debug("The listener could not be woken; it will notice by itself that the store was closed", failure);
        }
    }

    private static boolean isTrue(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }
}
