package dev.baton.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.jdbc.Stores;
import dev.baton.policy.Limit;
import dev.baton.spi.Store;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Shows that executions that wait cost rows and no memory: many that are due next year, many that wait for a person, and
 * many behind a limit, on one store, with a small heap.
 */
public final class Bounded {

    private static final int AT_A_TIME = 1_000;
    private static final int ANSWERED = 1_000;

    private final Bench bench;

    /** Where executions are kept: opened as often as there are nodes. */
    private interface Bench extends AutoCloseable {

        Store open();

        boolean isShared();

        @Override
        void close();
    }

    private Bounded(Bench bench) {
        this.bench = bench;
    }

    /**
     * Shows it.
     *
     * @param arguments {@code sqlite} or {@code postgres}, and by how much to divide the numbers of executions
     */
    public static void main(String[] arguments) throws Exception {
        int divisor = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        try (PostgresServer server = PostgresServer.start();
                Workplace workplace = server.newWorkplace();
                Bench bench = arguments[0].equals("sqlite") ? new OnSqlite(workplace) : new OnPostgres(workplace)) {
            new Bounded(bench).run(1_000_000 / divisor, 100_000 / divisor);
        }
    }

    private record OnSqlite(Workplace workplace) implements Bench {

        @Override
        public Store open() {
            return Stores.sqlite(workplace.directory().resolve("bounded.db"));
        }

        @Override
        public boolean isShared() {
            return false;
        }

        @Override
        public void close() {
            // The file goes with its directory.
        }
    }

    private record OnPostgres(Workplace workplace, List<HikariDataSource> pools) implements Bench {

        OnPostgres(Workplace workplace) {
            this(workplace, new ArrayList<>());
        }

        @Override
        public Store open() {
            HikariDataSource pool = workplace.newPool();
            pools.add(pool);
            return Stores.postgres(pool);
        }

        @Override
        public boolean isShared() {
            return true;
        }

        @Override
        public void close() {
            pools.forEach(HikariDataSource::close);
        }
    }

    /** A node, and what it ran of the limited jobs. */
    private record Node(Baton baton, AtomicLong ran, AtomicLong followed, CountDownLatch gate)
            implements AutoCloseable {

        static Node start(Store store, CountDownLatch gate) {
            AtomicLong ran = new AtomicLong();
            AtomicLong followed = new AtomicLong();
            Baton baton = Baton.builder().store(store).build();
            baton.add(Job.named("next-year").run(context -> {}));
            baton.add(Job.named("limited").limit(Limit.concurrency(10)).run(context -> {
                gate.await();
                ran.incrementAndGet();
            }));
            baton.add(Job.named("first").run(context -> gate.await()));
            baton.add(Job.named("follower").run(context -> followed.incrementAndGet()));
            baton.add(Workflow.define("release", w -> {
                Step<?> ask = w.approval("ask", "Ship it?");
                w.run("ship", context -> {}).after(ask);
            }));
            return new Node(baton.start(), ran, followed, gate);
        }

        @Override
        public void close() {
            gate.countDown();
            baton.close();
        }
    }

    private void run(int delayed, int others) throws Exception {
        say("heap at most %d MB", Runtime.getRuntime().maxMemory() >> 20);
        List<UUID> asked;
        Node first = Node.start(bench.open(), new CountDownLatch(1));
        try (Node node = first) {
            Instant nextYear = Instant.now().plus(Duration.ofDays(365));
            timed("%,d due next year stored".formatted(delayed), () -> {
                submit(node, delayed, i -> Submission.of("next-year").notBefore(nextYear), 0);
            });
            asked = timed(
                    "%,d waiting for a person".formatted(others),
                    () -> submit(node, others, i -> Submission.of("release"), ANSWERED));
            timed("%,d behind a limit of 10".formatted(others), () -> {
                submit(node, others, i -> Submission.of("limited").parameter("number", i), 0);
            });
            Execution awaited = node.baton().trigger("first");
            timed("%,d waiting for another execution".formatted(others), () -> {
                submit(node, others, i -> Submission.of("follower").after(awaited), 0);
            });
        }
        CountDownLatch gate = new CountDownLatch(1);
        Node[] nodes = new Node[2];
        timed("a node started on them", () -> nodes[0] = Node.start(bench.open(), gate));
        if (bench.isShared()) {
            timed("a second node started", () -> nodes[1] = Node.start(bench.open(), gate));
        }
        timed("%,d approvals answered".formatted(asked.size()), () -> {
            for (UUID id : asked) {
                Execution execution = nodes[0].baton().execution(id);
                execution.approve("ask", "go");
                execution.await(Duration.ofMinutes(1));
            }
        });
        gate.countDown();
        // A node that closes lets those end that it has begun.
        drain(nodes, others - (int) first.ran().get());
        timed("%,d that waited for another one run".formatted(others), () -> {
            long left = others - first.followed().get();
            while (sum(nodes, Node::followed) < left) {
                Thread.sleep(10);
            }
        });
        for (Node node : nodes) {
            if (node != null) {
                node.close();
            }
        }
    }

    /** In four parts: each costs the same when the cost goes by their number. */
    private static void drain(Node[] nodes, int limited) throws Exception {
        for (int part = 1; part <= 4; part++) {
            long until = (long) limited * part / 4;
            timed("%,d of the limited ones run".formatted(until), () -> {
                while (sum(nodes, Node::ran) < until) {
                    Thread.sleep(10);
                }
            });
        }
        for (Node node : nodes) {
            if (node != null) {
                say("a node ran %,d of them", node.ran().get());
            }
        }
    }

    private static long sum(Node[] nodes, Function<Node, AtomicLong> count) {
        long sum = 0;
        for (Node node : nodes) {
            sum += node == null ? 0 : count.apply(node).get();
        }
        return sum;
    }

    private static List<UUID> submit(Node node, int count, IntFunction<Submission> of, int keep) {
        List<UUID> kept = new ArrayList<>();
        for (int i = 0; i < count; i += AT_A_TIME) {
            List<Submission> batch = new ArrayList<>(AT_A_TIME);
            for (int j = i; j < Math.min(count, i + AT_A_TIME); j++) {
                batch.add(of.apply(j));
            }
            for (Execution execution : node.baton().submit(batch)) {
                if (kept.size() < keep) {
                    kept.add(execution.id());
                }
            }
        }
        return kept;
    }

    private interface Work {
        void run() throws Exception;
    }

    private interface Question<T> {
        T ask() throws Exception;
    }

    private static void timed(String what, Work work) throws Exception {
        timed(what, () -> {
            work.run();
            return what;
        });
    }

    private static <T> T timed(String what, Question<T> question) throws Exception {
        long began = System.nanoTime();
        T answer = question.ask();
        double seconds = (System.nanoTime() - began) / 1e9;
        System.gc();
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        say("%-40s %7.1f s, heap after a collection %4d MB", what, seconds, used >> 20);
        return answer;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
