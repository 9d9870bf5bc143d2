package dev.baton.faults;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source whose connections come by a {@link HaltPoint}. */
final class HaltingDataSource {

    private final HaltPoint halt;

    private HaltingDataSource(HaltPoint halt) {
        this.halt = halt;
    }

    static DataSource of(DataSource real, HaltPoint halt) {
        HaltingDataSource halting = new HaltingDataSource(halt);
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object result = call(real, method, arguments);
            return result instanceof Connection connection
                    ? proxy(Connection.class, halting.new Watched(connection))
                    : result;
        });
    }

    /** A connection, and what was done in its transaction so far. */
    private final class Watched implements InvocationHandler {

        private final Connection connection;
        private boolean claimed;
        private boolean wrote;

        Watched(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            boolean commits = commits(method, arguments);
            if (commits && wrote) {
                halt.pass(HaltPoint.BEFORE_COMMIT);
            }
            Object result = call(connection, method, arguments);
            if (commits) {
                committed();
            }
            return result instanceof PreparedStatement statement && arguments != null
                    ? watched(statement, (String) arguments[0])
                    : result;
        }

        /** Stores commit by leaving the transaction, since that costs one message less. */
        private boolean commits(Method method, Object @Nullable [] arguments) throws Throwable {
            return method.getName().equals("commit")
                    || (method.getName().equals("setAutoCommit")
                            && arguments != null
                            && Boolean.TRUE.equals(arguments[0])
                            && !connection.isClosed()
                            && !connection.getAutoCommit());
        }

        private void committed() {
            if (wrote) {
                halt.pass(HaltPoint.AFTER_COMMIT);
            }
            if (claimed) {
                halt.pass(HaltPoint.AFTER_CLAIM);
            }
            wrote = false;
            claimed = false;
        }

        private PreparedStatement watched(PreparedStatement statement, String sql) {
            return proxy(PreparedStatement.class, (self, method, arguments) -> {
                Object result = call(statement, method, arguments);
                if (method.getName().startsWith("execute")) {
                    wrote |= sql.contains("INTO baton_run")
                            || sql.contains("INTO baton_execution")
                            || sql.contains("INTO baton_ended");
                    claimed |= sql.contains("unowned AS MATERIALIZED");
                    if (sql.contains("SET owner = NULL")) {
                        halt.pass(HaltPoint.IN_RECOVERY);
                    }
                }
                return result;
            });
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
