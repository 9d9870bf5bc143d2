package dev.baton.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A data source whose connections can be lost at the worst moment: when a commit was made and is not yet known of. */
final class LossyDataSource {

    private final DataSource real;
    private final Consumer<Connection> prepare;
    private final AtomicBoolean loseNextAnswer = new AtomicBoolean();
    private final List<Integer> isolations = new CopyOnWriteArrayList<>();

    LossyDataSource(DataSource real) {
        this(real, connection -> {});
    }

    LossyDataSource(DataSource real, Consumer<Connection> prepare) {
        this.real = real;
        this.prepare = prepare;
    }

    void loseNextAnswer() {
        loseNextAnswer.set(true);
    }

    List<Integer> isolationsAtClose() {
        return isolations;
    }

    DataSource dataSource() {
        return proxy(
                DataSource.class,
                real,
                (name, result) -> name.equals("getConnection") ? connection((Connection) result) : result);
    }

    private Connection connection(Connection connection) {
        prepare.accept(connection);
        return proxy(Connection.class, connection, (name, result) -> {
            if (name.equals("setAutoCommit") && connection.getAutoCommit() && loseNextAnswer.getAndSet(false)) {
                throw new SQLException("the answer was lost", "08006");
            }
            return result;
        });
    }

    private interface Answer {
        Object of(String method, Object result) throws SQLException;
    }

    private <T> T proxy(Class<T> type, T target, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("close") && target instanceof Connection connection) {
                        isolations.add(connection.getTransactionIsolation());
                    }
                    try {
                        return answer.of(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }
}
