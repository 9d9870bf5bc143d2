package dev.baton.jdbc;

import dev.baton.policy.Retention;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunPage;
import dev.baton.spi.ScheduleRecord;
import dev.baton.spi.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The common part of stores on a database: everything whose SQL is the same. */
abstract class JdbcStore implements Store {

    final Dialect dialect;
    final Connections writing;
    final Executions executions;
    final MessageRows messageRows;
    final Commits commits;
    final Writer writer;
    final Pruning pruning;
    final PlanPruning planPruning;
    final Moves moves;

    final Connections reading;
    private final Definitions definitions = new Definitions();
    private final ScheduleRows schedules;
    private final Codec codec;
    private final ReentrantLock receiving = new ReentrantLock();
    private volatile @Nullable UUID node;
    private List<Long> received = List.of();

    JdbcStore(Dialect dialect, Connections writing, Connections reading, Writer writer, Codec codec) {
        this.dialect = dialect;
        this.writing = writing;
        this.reading = reading;
        this.writer = writer;
        this.codec = codec;
        this.executions = new Executions(dialect);
        this.messageRows = new MessageRows(dialect);
        this.commits = new Commits(dialect, writer);
        this.pruning = new Pruning(dialect);
        this.planPruning = new PlanPruning(dialect);
        this.moves = new Moves(dialect);
        this.schedules = new ScheduleRows(dialect);
    }

    @Override
    public final Codec codec() {
        return codec;
    }

    @Override
    public final UUID node() {
        UUID id = node;
        if (id == null) {
            throw new StoreException("the store is not open");
        }
        return id;
    }

    /** The node that a commit is made for; possibly an earlier id of this process. */
    final UUID author(Commit commit) {
        UUID author = commit.node();
        return author == null ? node() : author;
    }

    final void become(UUID id) {
        node = id;
    }

    @Override
    public Optional<Stored> claim(UUID id) {
        UUID me = node();
        return writing.transact("claim execution " + id, connection -> {
            writer.fence(connection, me);
            return executions.take(connection, me, id);
        });
    }

    @Override
    public List<UUID> owned() {
        UUID me = node();
        return reading.transact("read the executions of this node", connection -> executions.owned(connection, me));
    }

    @Override
    public void release(Collection<UUID> ids) {
        UUID me = node();
        change("release executions", connection -> moves.release(connection, me, ids));
    }

    @Override
    public void putToSleep(Collection<Sleeper> sleepers) {
        UUID me = node();
        writing.run("release executions that wait", connection -> {
            writer.fence(connection, me);
            moves.putToSleep(connection, me, sleepers);
        });
    }

    @Override
    public void wake(Collection<UUID> ids) {
        writing.run("wake executions that sleep", connection -> moves.wake(connection, ids));
    }

    @Override
    public Optional<Stored> find(UUID id) {
        return reading.transact("read execution " + id, connection -> executions.find(connection, id));
    }

    @Override
    public final RunPage runs(UUID id, int from, int to, long bytes) {
        return reading.transact(
                "read runs of execution " + id, connection -> executions.runs(connection, id, from, to, bytes));
    }

    @Override
    public List<Stored> findAll(Collection<UUID> ids) {
        return ids.isEmpty()
                ? List.of()
                : reading.transact("read executions", connection -> executions.findAll(connection, ids));
    }

    @Override
    public final Optional<ExecutionRecord> look(UUID id) {
        return reading.transact("read execution " + id, connection -> executions.look(connection, id));
    }

    @Override
    public final Optional<UUID> withKey(String key) {
        return reading.transact(
                "read the execution with key " + key, connection -> executions.withKey(connection, key));
    }

    @Override
    public final List<ExecutionRecord> active() {
        return reading.transact("read the active executions", executions::active);
    }

    @Override
    public final List<ExecutionRecord> past(String name, int most) {
        return reading.transact(
                "read the past executions of " + name, connection -> executions.past(connection, name, most));
    }

    @Override
    public final List<UUID> ended(Collection<UUID> ids) {
        return ids.isEmpty()
                ? List.of()
                : reading.transact("read which executions ended", connection -> executions.ended(connection, ids));
    }

    @Override
    public final byte[] plan(UUID id) {
        return reading.transact("read plan " + id, connection -> executions.plan(connection, id));
    }

    @Override
    public int prune(Retention retention, long now, int most) {
        if (planPruning.isDue()) {
            // Read first and outside the write transaction: the search takes a while, and would block all writes to
            // SQLite.
            List<UUID> idle = reading.transact("look for idle plans", planPruning::idle);
            change("remove idle plans", connection -> planPruning.remove(connection, idle));
        }
        Pruning.Removal removal =
                reading.transact("look for old executions", connection -> pruning.find(connection, retention, now));
        int sum = 0;
        int removed;
        do {
            removed = changeFor("remove old executions", connection -> remove(connection, removal, most));
            sum += removed;
        } while (removed == most);
        return sum;
    }

    int remove(Connection connection, Pruning.Removal removal, int most) throws SQLException {
        return removal.remove(connection, most).size();
    }

    @Override
    public final DefinitionRecord definition(String name, long now) {
        return changeFor("read the definition of " + name, connection -> definitions.definition(connection, name, now));
    }

    @Override
    public final Map<String, DefinitionRecord> definitions(Collection<String> names, long now) {
        return changeFor("read all definitions", connection -> definitions.all(connection, names, now));
    }

    @Override
    public final List<String> paused() {
        return reading.transact("read what is paused", definitions::paused);
    }

    @Override
    public final void pause(String name, boolean paused, long now) {
        change((paused ? "pause " : "resume ") + name, connection -> {
            definitions.pause(connection, name, paused, now);
        });
    }

    @Override
    public final void dealtWith(String name, long fire) {
        change("record a fire of " + name, connection -> {
            definitions.dealtWith(connection, name, fire);
        });
    }

    @Override
    public final List<ScheduleRecord> schedules(long since) {
        return reading.transact("read the schedules", connection -> schedules.changed(connection, since));
    }

    @Override
    public final Optional<ScheduleRecord> schedule(String name) {
        return reading.transact("read the schedule " + name, connection -> schedules.find(connection, name));
    }

    @Override
    public final Optional<ScheduleRecord> keep(ScheduleRecord schedule, long dealtWith) {
        return changeFor(
                "keep the schedule " + schedule.name(), connection -> schedules.keep(connection, schedule, dealtWith));
    }

    @Override
    public final boolean reschedule(UUID execution, long notBefore) {
        return changeFor("move execution " + execution, connection -> schedules.move(connection, execution, notBefore));
    }

    /** Changes rows without the fence, and holds their locks no longer than a lease even if this process stands still. */
    private void change(String doing, SqlAction action) {
        writing.run(doing, connection -> {
            writer.limit(connection);
            action.run(connection);
        });
    }

    private <T> T changeFor(String doing, SqlWork<T> work) {
        return writing.transact(doing, connection -> {
            writer.limit(connection);
            return work.run(connection);
        });
    }

    @Override
    public final List<String> receive() {
        UUID me = node();
        receiving.lock();
        try {
            // Messages are deleted one call after they were received: if the answer to this call is lost, they are not.
            NavigableMap<Long, String> messages = writing.transact("receive messages", connection -> {
                if (!received.isEmpty()) {
                    writer.limit(connection);
                    messageRows.remove(connection, received);
                }
                return messageRows.receive(connection, me);
            });
            received = List.copyOf(messages.keySet());
            return List.copyOf(messages.values());
        } finally {
            receiving.unlock();
        }
    }

    @Override
    public void close() {
        writing.close();
        reading.close();
    }
}
