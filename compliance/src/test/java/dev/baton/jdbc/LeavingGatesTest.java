package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.PermitRequest;
import dev.baton.test.MortalStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits that are returned to a gate while something else happens at it: none is lost, and none is granted twice. */
@Timeout(180)
class LeavingGatesTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** For what must not happen: how long to give it the chance. */
    private static final Duration CHANCE = Duration.ofMillis(500);

    private final DataSource database = RealPostgres.freshSchema();
    private final List<Baton> nodes = new ArrayList<>();

    /** Stands between a node and its store at some of the calls. */
    interface Bystander {

        default void beforeAsking(List<PermitRequest> arriving) throws InterruptedException {}

        default void afterAsking(List<PermitRequest> arriving) {}

        default void beforeCommit(Commit commit) throws InterruptedException {}
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(Baton::close);
    }

    private Baton node(Store store, Job... jobs) {
        Baton node = Baton.builder()
                .store(store)
                .lease(Duration.ofSeconds(1))
                .stopGrace(Duration.ofMillis(100))
                .closeGrace(Duration.ofMillis(100))
                .build();
        nodes.add(node);
        for (Job job : jobs) {
            node.add(job);
        }
        node.start();
        return node;
    }

    @SuppressWarnings("unchecked")
    private Store watched(Bystander bystander) {
        Store store = Stores.postgres(database);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    boolean asks = method.getName().equals("admit");
                    if (asks) {
                        bystander.beforeAsking((List<PermitRequest>) arguments[1]);
                    } else if (method.getName().equals("commit")) {
                        bystander.beforeCommit((Commit) arguments[0]);
                    }
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (asks) {
                            bystander.afterAsking((List<PermitRequest>) arguments[1]);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private long count(String what) {
        return RealPostgres.number(database, "SELECT count(*) FROM " + what);
    }

    @Test
    void who_is_cancelled_while_it_is_asked_for_takes_no_place() throws Exception {
        AtomicInteger arrivals = new AtomicInteger();
        CountDownLatch nobodyIsAskedFor = new CountDownLatch(1);
        CountDownLatch nobodyIsAnswered = new CountDownLatch(1);
        CountDownLatch secondIsAskedFor = new CountDownLatch(1);
        CountDownLatch answerSecond = new CountDownLatch(1);
        Job job = Job.named("job").limit(Limit.concurrency(1)).run(context -> {});
        Baton node = node(
                watched(new Bystander() {
                    @Override
                    public void beforeAsking(List<PermitRequest> arriving) throws InterruptedException {
                        if (arriving.isEmpty()) {
                            nobodyIsAskedFor.countDown();
                            boolean unused = secondIsAskedFor.await(CHANCE.toMillis(), TimeUnit.MILLISECONDS);
                        } else if (arrivals.incrementAndGet() == 2) {
                            secondIsAskedFor.countDown();
                            answerSecond.await();
                        }
                    }

                    @Override
                    public void afterAsking(List<PermitRequest> arriving) {
                        if (arriving.isEmpty()) {
                            nobodyIsAnswered.countDown();
                        }
                    }
                }),
                job);
        // Having left, the first one looks whether there is room for anybody else.
        assertThat(node.trigger("job").await(LONG)).succeeded();
        nobodyIsAskedFor.await();
        Execution second = node.trigger("job");
        secondIsAskedFor.await();
        nobodyIsAnswered.await();
        second.cancel();
        assertThat(second.await(LONG)).hasStatus(ExecutionStatus.CANCELLED);
        answerSecond.countDown();

        assertThat(node.trigger("job").await(LONG)).succeeded();
    }

    @Test
    void who_comes_back_for_its_next_attempt_has_a_place_while_it_runs() throws Exception {
        CountDownLatch asksAgain = new CountDownLatch(2);
        List<Long> places = new ArrayList<>();
        Job job = Job.named("job")
                .limit(Limit.concurrency(1))
                .retry(Retry.fixed(2, Duration.ofMillis(1)))
                .run(context -> {
                    if (context.attempt() == 1) {
                        throw new IllegalStateException("the first attempt fails");
                    }
                    places.add(count("baton_permit WHERE admitted IS NOT NULL"));
                });
        Baton node = node(
                watched(new Bystander() {
                    @Override
                    public void beforeCommit(Commit commit) throws InterruptedException {
                        if (!commit.left().isEmpty()) {
                            boolean unused = asksAgain.await(CHANCE.toMillis(), TimeUnit.MILLISECONDS);
                        }
                    }

                    @Override
                    public void afterAsking(List<PermitRequest> arriving) {
                        if (!arriving.isEmpty()) {
                            asksAgain.countDown();
                        }
                    }
                }),
                job);

        assertThat(node.trigger("job").await(LONG)).succeeded().hadAttempts("job", 2);
        assertThat(places).containsExactly(1L);
    }

    @Test
    void who_is_cancelled_after_its_node_died_leaves_the_gates_it_has_not_come_back_to() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Job job = Job.named("job")
                .overlap(Overlap.queue())
                .limit(Limit.concurrency(1))
                .run(context -> {
                    if (started.getCount() > 0) {
                        started.countDown();
                        new CountDownLatch(1).await();
                    }
                });
        MortalStore mortal = MortalStore.around(Stores.postgres(database));
        Baton dying = node(mortal.store(), job);
        Execution execution = dying.trigger("job");
        started.await();
        Baton heir = node(
                watched(new Bystander() {
                    @Override
                    public void beforeAsking(List<PermitRequest> arriving) throws InterruptedException {
                        asked.countDown();
                        answer.await();
                    }
                }),
                job);
        mortal.fallSilent();
        asked.await();
        heir.execution(execution.id()).cancel();
        assertThat(heir.execution(execution.id()).await(LONG)).hasStatus(ExecutionStatus.CANCELLED);
        answer.countDown();

        assertThat(heir.trigger("job").await(LONG)).succeeded();
    }
}
