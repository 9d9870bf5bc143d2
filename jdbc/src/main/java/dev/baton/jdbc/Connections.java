package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The connections of a store, up to a limit; a thread that needs one when all are in use waits. A pooled connection
 * returns to its pool after each transaction. Other connections are kept open, except after an error. No connection is
 * opened or closed under a lock. Safe from any thread.
 */
final class Connections implements AutoCloseable {

    /** Opens connections. */
    @FunctionalInterface
    interface Source {
        Connection connect() throws SQLException;
    }

    private final Source source;
    private final KeptStatements statements;
    private final Runnable check;
    private final Semaphore permits;
    private final Isolation isolation = new Isolation();
    private final Deque<Session> idle = new ArrayDeque<>();
    private volatile boolean hasConnected;
    private boolean closed;

    Connections(Source source, int most) {
        this(source, most, new KeptStatements(), () -> {});
    }

    /**
     * Connections with statements that stay prepared.
     *
     * @param check throws if no transaction may begin
     */
    Connections(Source source, int most, KeptStatements statements, Runnable check) {
        this.source = source;
        this.statements = statements;
        this.check = check;
        this.permits = new Semaphore(most, true);
    }

    /** Runs work in a transaction and returns its result. */
    <T> T transact(String doing, SqlWork<T> work) {
        return transact(doing, work, result -> {});
    }

    /**
     * Runs work in a transaction and returns its result.
     *
     * @param committed called with the result when the transaction has committed, before the next one may begin
     */
    <T> T transact(String doing, SqlWork<T> work, Consumer<T> committed) {
        permits.acquireUninterruptibly();
        try {
            check.run();
            Session session = take(doing);
            boolean committing = false;
            try {
                session.begin();
                T result = work.run(session.connection());
                committing = true;
                session.commit();
                committed.accept(result);
                giveBack(session);
                return result;
            } catch (SQLException failure) {
                discard(session);
                throw Failures.of(doing, failure, !committing);
            } catch (RuntimeException | Error failure) {
                session.close();
                throw failure;
            }
        } finally {
            permits.release();
        }
    }

    /** Runs an action in a transaction. */
    void run(String doing, SqlAction action) {
        boolean unused = transact(doing, connection -> {
            action.run(connection);
            return true;
        });
    }

    /** Opens a connection beyond the limit, in a transaction, for the caller to close. */
    Session extra(String doing) {
        check.run();
        Session session = connect(doing);
        try {
            session.begin();
            return session;
        } catch (SQLException failure) {
            session.close();
            throw Failures.of(doing, failure);
        }
    }

    private Session take(String doing) {
        synchronized (idle) {
            if (closed) {
                throw new StoreClosedException(doing);
            }
            Session session = idle.pollFirst();
            if (session != null) {
                return session;
            }
        }
        return connect(doing);
    }

    private Session connect(String doing) {
        try {
            Session session = Session.on(source.connect(), isolation, statements);
            hasConnected = true;
            return session;
        } catch (SQLException failure) {
            throw Failures.toConnect(doing, failure, !hasConnected);
        }
    }

    private void giveBack(Session session) {
        if (!session.isPooled()) {
            synchronized (idle) {
                if (!closed) {
                    idle.addFirst(session);
                    return;
                }
            }
        }
        session.close();
    }

    private void discard(Session session) {
        session.close();
        // A restarted server has cut all connections: reconnecting a few is better than one failure for each old
        // connection.
        takeIdle(false).forEach(Session::close);
    }

    private List<Session> takeIdle(boolean forGood) {
        synchronized (idle) {
            closed |= forGood;
            List<Session> taken = new ArrayList<>(idle);
            idle.clear();
            return taken;
        }
    }

    @Override
    public void close() {
        takeIdle(true).forEach(Session::close);
    }
}
