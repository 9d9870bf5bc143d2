package dev.baton.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose answers can be lost or late at the worst moment: when a commit was made and is not yet known of.
 */
final class LossyDataSource {

    private final DataSource real;
    private final Consumer<Connection> prepare;
    private final AtomicReference<@Nullable Trouble> trouble = new AtomicReference<>();

    private final List<Integer> isolations = new CopyOnWriteArrayList<>();

    LossyDataSource(DataSource real) {
        this(real, connection -> {});
    }

    LossyDataSource(DataSource real, Consumer<Connection> prepare) {
        this.real = real;
        this.prepare = prepare;
    }

    /**
     * What becomes of the answer to the next transaction with a statement.
     *
     * @param statement part of it
     */
    private record Trouble(String statement, Happening happening) {}

    /** Something that happens before an answer, or in its place. */
    @FunctionalInterface
    interface Happening {
        void happen() throws SQLException;
    }

    void loseNextAnswerTo(String statement) {
        beforeNextAnswerTo(statement, () -> {
            throw new SQLException("the answer was lost", "08006");
        });
    }

    void beforeNextAnswerTo(String statement, Happening happening) {
        trouble.set(new Trouble(statement, happening));
    }

    boolean hasLostIt() {
        return trouble.get() == null;
    }

    List<Integer> isolationsAtClose() {
        return isolations;
    }

    DataSource dataSource() {
        return proxy(
                DataSource.class,
                real,
                (method, arguments, result) ->
                        method.equals("getConnection") ? connection((Connection) result) : result);
    }

    private Connection connection(Connection connection) {
        prepare.accept(connection);
        StringBuilder statements = new StringBuilder();
        return proxy(Connection.class, connection, (method, arguments, result) -> {
            if (method.equals("prepareStatement")) {
                statements.append(arguments[0]);
            }
            if (method.equals("setAutoCommit") && connection.getAutoCommit()) {
                Trouble next = trouble.get();
                boolean isMeant =
                        next != null && statements.indexOf(next.statement) >= 0 && trouble.compareAndSet(next, null);
                statements.setLength(0);
                if (isMeant) {
                    next.happening.happen();
                }
            }
            return result;
        });
    }

    private interface Answer {
        Object of(String method, Object[] arguments, Object result) throws SQLException;
    }

    private <T> T proxy(Class<T> type, T target, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("close") && target instanceof Connection connection) {
                        isolations.add(connection.getTransactionIsolation());
                    }
                    try {
                        return answer.of(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }
}
