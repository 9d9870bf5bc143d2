package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RandomGraph;
import dev.baton.RandomGrowth;
import dev.baton.Run;
import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.error.NotRecordedException;
import dev.baton.seeded.Seeds;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import dev.baton.test.BatonTest;
import dev.baton.test.MortalStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * Random graphs, to which bodies add more, in a process that is killed at random moments: between two commits, in the
 * middle of one, while bodies run. Every execution ends as the reference says, and nothing that was recorded as ended is
 * done again. The short form; {@code mvn verify -Plong} kills ten times as often.
 */
class RandomCrashTest {

    @Test
    void on_sqlite_executions_end_as_if_the_process_had_never_died() {
        Seeds.tries(40, draw -> {
            Path file = FreshSqlite.newFile();
            new Scene(draw.seed(), () -> Stores.sqlite(file)).play();
        });
    }

    @Test
    void on_postgres_executions_end_as_if_the_process_had_never_died() {
        Seeds.tries(10, draw -> {
            DataSource schema = RealPostgres.freshSchema();
            new Scene(draw.seed(), () -> Stores.postgres(schema)).play();
        });
    }

    /** One graph, executed over several lives of a process. */
    private static final class Scene {

        /** One less than a body may be killed before it is given up on. */
        private static final int DEATHS = 2;

        private static final int EXECUTIONS = 2;

        private final Random random;
        private final RandomGraph graph;
        private final RandomGrowth growth;
        private final Supplier<Store> stores;
        private final Set<RunId> recordedEnds = ConcurrentHashMap.newKeySet();
        private final Set<RunId> doneAgain = ConcurrentHashMap.newKeySet();
        private final Set<Execution> triggered = new HashSet<>();
        private Instant time = Instant.parse("2026-01-01T00:00:00Z");

        Scene(long seed, Supplier<Store> stores) {
            this.random = new Random(seed);
            this.graph = new RandomGraph(seed, 30);
            this.growth = new RandomGrowth(seed, graph);
            this.stores = stores;
        }

        void play() {
            for (int life = 0; life < DEATHS; life++) {
                liveAndDie();
                time = time.plusMillis(random.nextInt(3_000));
            }
            try (BatonTest baton = begin(stores.get())) {
                triggerTheRest(baton);
                baton.advance(Duration.ofDays(1));
                check(baton);
            }
        }

        private void liveAndDie() {
            MortalStore store = MortalStore.around(watched(stores.get()));
            BatonTest baton = begin(store.store());
            try {
                if (random.nextBoolean()) {
                    store.dieAtCommit(1 + random.nextInt(30), random.nextBoolean());
                }
                triggerTheRest(baton);
                baton.advance(Duration.ofMillis(random.nextInt(10_000)));
                store.die();
            } catch (MortalStore.Killed | NotRecordedException expected) {
                // As asked for.
            }
            time = baton.clock().now();
            baton.clock().close();
        }

        private BatonTest begin(Store store) {
            BatonTest baton = BatonTest.startingAt(
                    time.toString(), settings -> settings.store(store).lease(Duration.ofDays(365)));
            for (RandomGraph.Node node : graph.nodes) {
                baton.taking("w/" + node.name(), node.outcome().takes());
            }
            for (RandomGraph.Node node : growth.nodes()) {
                baton.taking("w/" + node.name(), node.outcome().takes());
            }
            growth.jobs(node -> context -> body(node, context)).forEach(baton::add);
            baton.add(graph.toWorkflow("w", node -> context -> body(node, context)));
            if (triggered.isEmpty()) {
                pause(baton);
            }
            return baton;
        }

        private void pause(BatonTest baton) {
            graph.nodes.stream()
                    .filter(RandomGraph.Node::paused)
                    .forEach(node -> baton.baton().pause("w/" + node.name()));
            growth.nodes().stream()
                    .filter(RandomGraph.Node::paused)
                    .forEach(node -> baton.baton().pause(RandomGrowth.jobOf(node)));
        }

        private void triggerTheRest(BatonTest baton) {
            while (triggered.size() < EXECUTIONS) {
                triggered.add(baton.baton().trigger("w"));
            }
        }

        private void body(RandomGraph.Node node, RunContext context) {
            if (recordedEnds.contains(context.runId())) {
                doneAgain.add(context.runId());
            }
            growth.by(node).ifPresent(context::extend);
            RandomGraph.Outcome outcome = node.outcome();
            if (outcome.end() == RunStatus.SKIPPED) {
                throw context.skip("nothing to do");
            }
            if (outcome.end() == RunStatus.FAILURE || context.attempt() <= outcome.failures()) {
                throw new IllegalStateException("as drawn");
            }
        }

        /** A store that tells which runs have been recorded as ended. */
        private Store watched(Store store) {
            return (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                        try {
                            Object result = method.invoke(store, arguments);
                            if (method.getName().equals("commit")) {
                                recorded((Commit) arguments[0]);
                            }
                            return result;
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }

        private void recorded(Commit commit) {
            commit.runs().stream()
                    .filter(run -> run.state().status().isTerminal())
                    .forEach(run -> recordedEnds.add(new RunId(run.execution(), run.step())));
        }

        private void check(BatonTest baton) {
            List<Execution> all = baton.executions("w");
            // One more when the process died before it was told that the execution was recorded.
            assertThat(all).containsAll(triggered);
            for (Execution execution : all) {
                check(execution);
            }
            assertThat(baton.baton().activeExecutions()).isEmpty();
            assertThat(doneAgain).as("recorded as ended, and done again").isEmpty();
        }

        private void check(Execution execution) {
            Map<String, RunStatus> ends = execution.runs().stream().collect(Collectors.toMap(Run::step, Run::status));
            Map<String, RunStatus> expected = growth.expected();
            ExecutionStatus status = RandomGraph.statusOf(expected.values());
            if (graph.hasFinal) {
                expected.put("final", RunStatus.SUCCESS);
            }
            assertThat(ends).isEqualTo(expected);
            assertThat(execution.status()).isEqualTo(status);
        }
    }
}
