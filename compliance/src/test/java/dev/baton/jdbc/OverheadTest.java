package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.policy.Limit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the cost of Baton for its database: connections, rows that stay, and rows that are read. Counted, not timed.
 */
@Timeout(120)
class OverheadTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static boolean holdsWithin(Duration bound, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return true;
    }

    // ---- connections

    /** Counts the connections that are open. */
    private static DataSource counting(DataSource real, AtomicInteger open) {
        return proxy(DataSource.class, real, (method, result) -> {
            if (!method.equals("getConnection")) {
                return result;
            }
            open.incrementAndGet();
            Connection connection = (Connection) result;
            return proxy(Connection.class, connection, (called, answer) -> {
                if (called.equals("close")) {
                    open.decrementAndGet();
                }
                return answer;
            });
        });
    }

    /** What is given instead of an answer. */
    @FunctionalInterface
    private interface Answer {
        Object of(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return answer.of(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }

    @Test
    void an_idle_node_on_postgres_holds_two_connections_at_most() throws Exception {
        AtomicInteger open = new AtomicInteger();
        DataSource database = counting(RealPostgres.freshDatabase(), open);
        try (Baton baton = Baton.on(Stores.postgres(database))) {
            baton.add(Job.named("job").limit(Limit.concurrency(3)).run(context -> {}));
            baton.start();
            List<Execution> executions = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                executions.add(baton.trigger("job"));
            }
            for (Execution execution : executions) {
                execution.await(LONG);
                execution.runs();
            }
            boolean holds = holdsWithin(Duration.ofSeconds(10), () -> open.get() <= 2);
            assertThat(holds).as("2 connections at most, not " + open.get()).isTrue();
        }
        assertThat(open.get()).as("connections after closing").isZero();
    }

    // ---- rows that are read

    @Test
    void draining_a_line_at_a_gate_reads_rows_in_proportion_to_its_length() throws Exception {
        double few = rowsReadToDrain(100) / 100.0;
        double many = rowsReadToDrain(800) / 800.0;
        assertThat(many).as("rows read for each run in a line of 800").isLessThan(3 * few + 10);
    }

    private static double rowsReadToDrain(int count) throws Exception {
        DataSource database = RealPostgres.freshDatabase();
        CountDownLatch go = new CountDownLatch(1);
        try (Baton baton = Baton.on(Stores.postgres(database))) {
            baton.add(Job.named("job").limit(Limit.concurrency(1)).run(context -> go.await()));
            baton.start();
            List<Execution> line = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                line.add(baton.trigger("job"));
            }
            assertThat(holdsWithin(LONG, () -> baton.isRunning("job"))).isTrue();
            go.countDown();
            for (Execution execution : line) {
                execution.await(LONG);
            }
        }
        return rowsRead(database);
    }

    /** PostgreSQL counts with a delay. */
    private static long rowsRead(DataSource database) throws InterruptedException {
        long last = -1;
        long now = 0;
        while (now == 0 || now != last) {
            last = now;
            TimeUnit.MILLISECONDS.sleep(700);
            now = RealPostgres.number(
                    database,
                    "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) FROM pg_stat_user_tables");
        }
        return now;
    }
}
