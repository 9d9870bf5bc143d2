package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that a node lends to another one, because it cannot execute them itself or has too many. */
@Timeout(180)
class LendingTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final DataSource database = RealPostgres.freshSchema();
    private final List<Baton> nodes = new ArrayList<>();

    @AfterEach
    void closeAll() {
        nodes.forEach(Baton::close);
    }

    private Baton join(UnaryOperator<Baton.Builder> settings, Workflow workflow) {
        Baton node = settings.apply(
                        Baton.builder().store(Stores.postgres(database)).lease(Duration.ofSeconds(2)))
                .build()
                .add(workflow)
                .start();
        nodes.add(node);
        return node;
    }

    @Test
    void a_run_goes_to_no_node_without_its_label_though_the_one_before_it_was_skipped() throws Exception {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        IdleWorker[] idle = new IdleWorker[1];
        Baton owner = join(
                settings -> settings.labels("gpu").worker((source, time) -> idle[0] = new IdleWorker(source)),
                oneForAnyThenManyForGpu("owner", ran));
        Execution execution = owner.trigger("w");
        join(settings -> settings, oneForAnyThenManyForGpu("other", ran));
        await().atMost(LONG).until(() -> execution.run("any").status() == RunStatus.SKIPPED);
        idle[0].work();
        assertThat(execution.await(LONG)).succeeded();
        assertThat(ran).containsExactly("owner");
    }

    /** So many steps that a node whose worker does nothing has more to do than it can. */
    private static Workflow oneForAnyThenManyForGpu(String node, Set<String> ran) {
        return Workflow.define("w", w -> {
            w.run("any", context -> ran.add(node)).when(context -> Optional.of("not today"));
            for (int i = 0; i < 20; i++) {
                w.run("gpu" + i, context -> ran.add(node)).labels("gpu");
            }
        });
    }

    @Test
    void a_node_that_was_declared_dead_while_it_lent_a_run_waits_for_it_no_longer() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch lent = new CountDownLatch(1);
        Workflow workflow = Workflow.define("w", w -> {
            Step<Void> here = w.run("here", context -> {});
            w.run("there", context -> {
                        if (calls.incrementAndGet() == 1) {
                            lent.countDown();
                            context.sleep(Duration.ofDays(1));
                        }
                    })
                    .labels("far")
                    .after(here);
        });
        Baton owner = join(settings -> settings.closeGrace(Duration.ofDays(1)), workflow);
        nodes.remove(owner);
        Execution execution = owner.trigger("w");
        Baton borrower = join(settings -> settings.labels("far"), workflow);
        lent.await();
        declareOwnerDead();
        assertThat(borrower.execution(execution.id()).await(LONG)).succeeded();
        assertThat(CompletableFuture.runAsync(owner::close)).succeedsWithin(LONG);
    }

    /** Lets the lease of the only execution's owner expire, until another node has noticed. */
    private void declareOwnerDead() {
        RealPostgres.execute(database, """
                CREATE TABLE doomed AS
                SELECT owner
                FROM baton_execution""");
        await().atMost(LONG).until(() -> {
            RealPostgres.execute(database, """
                    UPDATE baton_node
                    SET expires = clock_timestamp() - interval '1 second'
                    WHERE id IN (SELECT owner FROM doomed) AND NOT dead""");
            return RealPostgres.number(database, "SELECT count(*) FROM baton_node WHERE dead") == 1;
        });
    }

    /** A worker that claims no run until it is told to. */
    private static final class IdleWorker implements Worker {

        private final Source source;
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private volatile boolean working;

        IdleWorker(Source source) {
            this.source = source;
        }

        void work() {
            working = true;
            wake();
        }

        @Override
        public void wake() {
            if (working) {
                threads.execute(() -> {
                    for (Claim claim = source.claim(); claim != null; claim = source.claim()) {
                        claim.run();
                    }
                });
            }
        }

        @Override
        public void execute(Runnable task) {
            threads.execute(task);
        }

        @Override
        public boolean awaitIdle(Duration atMost) {
            return true;
        }

        @Override
        public void close() {
            threads.shutdown();
        }
    }
}
