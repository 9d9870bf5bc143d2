package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.policy.Limit;
import dev.baton.spi.Store;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No thread holds a monitor of Baton ({@code synchronized}) while it talks to the database: others would wait for the
 * database with it, and on Java 21 to 23 a virtual thread that waits in a monitor keeps its carrier.
 */
@Timeout(180)
class LockedMonitorsTest {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration LONG = Duration.ofSeconds(60);

    /** The calls that need no database. */
    private static final Set<String> LOCAL = Set.of("toString", "hashCode", "equals", "unwrap", "isWrapperFor");

    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger fires = new AtomicInteger();

    // ---- what is called on the way to the database

    private <T> T watched(Class<T> type, Object real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (!LOCAL.contains(method.getName())) {
                        look(type.getSimpleName() + "." + method.getName());
                    }
                    try {
                        Object answer = method.invoke(real, arguments);
                        Class<?> wrapped = method.getReturnType();
                        boolean toWatch = Connection.class == wrapped || Statement.class.isAssignableFrom(wrapped);
                        return toWatch && answer != null ? watched(wrapped, answer) : answer;
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }

    private void look(String call) {
        calls.incrementAndGet();
        long[] me = {Thread.currentThread().getId()};
        ThreadInfo thread = THREADS.getThreadInfo(me, true, false)[0];
        if (thread == null) {
            // A virtual thread, of which the JVM tells nothing: what bodies call is looked at on a Java without them.
            return;
        }
        for (MonitorInfo monitor : thread.getLockedMonitors()) {
            StackTraceElement where = monitor.getLockedStackFrame();
            if (where != null && where.getClassName().startsWith("dev.baton.")) {
                held.add(call + " within " + where);
            }
        }
    }

    /** A SQLite store opens its connections itself. */
    private Store watchedSqlite() throws ReflectiveOperationException {
        SqliteStore store = (SqliteStore) Stores.sqlite(FreshSqlite.newFile());
        Field source = Connections.class.getDeclaredField("source");
        source.setAccessible(true);
        for (Connections connections : List.of(store.writing, store.reading)) {
            Connections.Source real = (Connections.Source) source.get(connections);
            Connections.Source watched = () -> {
                look("connect");
                return watched(Connection.class, real.connect());
            };
            source.set(connections, watched);
        }
        return store;
    }

    // ---- what is done

    private static Workflow asking() {
        return Workflow.define("asking", w -> {
            Step<?> asks = w.approval("asks", "Go on?");
            w.run("answered", context -> {}).after(asks);
        });
    }

    private static Workflow wide() {
        return Workflow.define("wide", w -> {
            Step<?> top = w.run("top", context -> {});
            Step<?> fan = w.fanout(
                            "fan", Fanout.over(context -> List.of(1, 2, 3)).each(context -> 1))
                    .after(top);
            w.workflow("nested", "inner").after(top);
            w.run("bottom", context -> {}).after(fan);
        });
    }

    private void define(Baton baton) {
        baton.add(Job.named("plain").run(context -> {}));
        baton.add(Job.named("gated").limit(Limit.concurrency(2)).run(context -> {}));
        baton.add(Job.named("writing").run(context -> {
            try (Statement statement = Stores.connection(context).createStatement()) {
                statement.execute("SELECT 1");
            }
        }));
        baton.add(Job.named("tick").cron("* * * * * *").run(context -> fires.incrementAndGet()));
        baton.add(Workflow.define("inner", w -> w.run("step", context -> {})));
        baton.add(wide());
        baton.add(asking());
    }

    private void work(Baton baton) throws InterruptedException {
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            for (String name : List.of("plain", "gated", "writing", "wide")) {
                executions.add(baton.trigger(name));
            }
        }
        executions.add(baton.submit(Submission.of("plain").after(executions.get(0))));
        executions.add(baton.submit(Submission.of("plain").delay(Duration.ofMillis(50))));
        executions.add(baton.submit(Submission.of("plain").key("key")));
        executions.add(asked(baton));
        for (Execution execution : executions) {
            assertThat(execution.await(LONG)).succeeded();
        }
        baton.trigger("asking").cancel();
        baton.add(Job.named("late").cron("0 0 1 1 *").run(context -> {}));
        baton.pause("late");
        baton.resume("late");
        baton.schedules().put("kept", Submission.of("plain"), "0 0 1 1 *");
        baton.schedules().pause("kept");
        baton.schedules().resume("kept");
        baton.schedules().remove("kept");
        baton.pastExecutions("wide").forEach(Execution::runs);
        baton.activeExecutions().forEach(Execution::explain);
        int before = fires.get();
        await().atMost(LONG).until(() -> fires.get() > before);
    }

    private static Execution asked(Baton baton) {
        Execution execution = baton.trigger("asking");
        await().atMost(LONG).until(() -> execution.run("asks").status() == RunStatus.RUNNING);
        execution.approve("asks", "yes");
        return execution;
    }

    private void holdsNone(Store store) throws InterruptedException {
        try (Baton baton = Baton.builder().store(store).build()) {
            define(baton);
            baton.start();
            work(baton);
            baton.stop(LONG);
            baton.start();
            assertThat(baton.trigger("plain").await(LONG)).succeeded();
        }
        assertThat(calls.get()).as("calls on the way to the database").isGreaterThan(500);
        assertThat(new TreeSet<>(held)).as("monitors that were held meanwhile").isEmpty();
    }

    @Test
    void no_monitor_is_held_on_the_way_to_sqlite() throws Exception {
        holdsNone(watchedSqlite());
    }

    @Test
    void no_monitor_is_held_on_the_way_to_postgres() throws Exception {
        holdsNone(Stores.postgres(watched(DataSource.class, RealPostgres.freshSchema())));
    }

    @Test
    void a_monitor_that_is_held_is_noticed() throws Exception {
        Connection connection =
                watched(Connection.class, RealPostgres.freshSchema().getConnection());
        synchronized (this) {
            connection.close();
        }
        assertThat(held).hasSize(1);
    }
}
