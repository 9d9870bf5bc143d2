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

/** A data source whose connections can be lost at the worst moment: when a commit was made and is not yet known of. */
final class LossyDataSource {

    private final DataSource real;
    private final Consumer<Connection> prepare;
    /** Part of a statement; the answer to the next transaction with such a one is lost. */
    private final AtomicReference<@Nullable String> lose = new AtomicReference<>();

    private final List<Integer> isolations = new CopyOnWriteArrayList<>();

    LossyDataSource(DataSource real) {
        this(real, connection -> {});
    }

    LossyDataSource(DataSource real, Consumer<Connection> prepare) {
        this.real = real;
        this.prepare = prepare;
    }

    void loseNextAnswerTo(String statement) {
        lose.set(statement);
    }

    boolean hasLostIt() {
        return lose.get() == null;
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
                String lost = lose.get();
                boolean isLost = lost != null && statements.indexOf(lost) >= 0 && lose.compareAndSet(lost, null);
                statements.setLength(0);
                if (isLost) {
                    throw new SQLException("the answer was lost", "08006");
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
