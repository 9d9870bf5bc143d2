package dev.baton.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.RealPostgres;
import dev.baton.server.store.Database;
import dev.baton.server.store.WorkerTable;
import dev.baton.spi.Time;
import dev.baton.worker.Dispatch;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers that share the rows of their workers. */
class WorkerDirectoryTest {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of(), Set.of("shell"), Set.of(), 4, "1");

    private final SetTime time = new SetTime();
    private final Database database = Database.postgres(RealPostgres.freshSchema());
    private final WorkerRows rows = new WorkerTable(database, Clock.systemUTC());
    private final WorkerDirectory one = new WorkerDirectory(rows, time, LEASE);
    private final WorkerDirectory other = new WorkerDirectory(rows, time, LEASE);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_server_that_stood_still_does_not_bring_back_a_worker_that_another_has_removed() {
        AttachedWorker worker = one.join(SOMEBODY, UUID.randomUUID(), false);
        one.exchange();
        other.exchange();
        one.known(worker.id);
        // Now the first server stands still, and the other finds the worker silent.
        time.pass(LEASE.multipliedBy(3));
        other.remove(other.find(worker.id));

        assertThat(one.isFresh(worker)).isFalse();
        assertThat(one.exchange()).containsExactly(worker);
        assertThat(rows.find(worker.id)).isEmpty();
    }

    @Test
    void a_server_that_stood_still_after_it_read_the_rows_calls_no_worker_silent() {
        AttachedWorker worker = one.join(SOMEBODY, UUID.randomUUID(), false);
        listenFor(LEASE);
        one.known(worker.id);
        one.exchange();
        time.pass(LEASE.plusSeconds(3));
        assertThat(one.isSilent(worker, 0)).isFalse();
        assertThat(one.isOverdue(worker.seenMicros())).isFalse();

        listenFor(LEASE.plusSeconds(4));
        assertThat(one.isSilent(worker, 0)).isTrue();
        assertThat(one.isOverdue(worker.seenMicros())).isTrue();
    }

    private void listenFor(Duration span) {
        for (Duration passed = Duration.ZERO; passed.compareTo(span) <= 0; passed = passed.plusSeconds(1)) {
            one.exchange();
            time.pass(Duration.ofSeconds(1));
        }
    }

    @Test
    void a_worker_that_was_just_heard_of_is_known_again_to_a_server_that_had_removed_it() {
        AttachedWorker worker = one.join(SOMEBODY, UUID.randomUUID(), false);
        other.exchange();
        other.remove(other.find(worker.id));
        one.known(worker.id);

        assertThat(one.exchange()).isEmpty();
        other.exchange();
        assertThat(other.find(worker.id)).isNotNull();
    }

    @Test
    void a_worker_that_left_in_order_is_told_from_one_that_was_lost_by_all_servers() {
        AttachedWorker left = one.join(SOMEBODY, UUID.randomUUID(), false);
        AttachedWorker lost = one.join(SOMEBODY, UUID.randomUUID(), false);
        one.exchange();
        other.exchange();
        assertThat(other.leave(other.find(left.id))).isTrue();
        assertThat(other.remove(other.find(lost.id))).isTrue();

        assertThat(one.exchange()).containsExactlyInAnyOrder(left, lost);
        assertThat(one.hasLeft(left.id)).isTrue();
        assertThat(one.hasLeft(lost.id)).isFalse();
        assertThat(rows.find(left.id)).isEmpty();
        assertThat(one.all()).isEmpty();
    }

    @Test
    void who_has_left_is_forgotten_after_a_while() {
        AttachedWorker left = one.join(SOMEBODY, UUID.randomUUID(), false);
        one.leave(left);
        assertThat(rows.left()).containsExactly(left.id);
        rows.prune(time.now().plusSeconds(1));
        assertThat(rows.left()).isEmpty();
    }

    @Test
    void a_drain_and_its_end_reach_the_server_that_the_worker_talks_to() {
        AttachedWorker worker = one.join(SOMEBODY, UUID.randomUUID(), false);
        other.exchange();
        assertThat(other.setDraining(other.find(worker.id), true)).isTrue();
        assertThat(other.setDraining(other.find(worker.id), true)).isFalse();
        one.known(worker.id);
        one.exchange();
        assertThat(worker.draining).isTrue();

        assertThat(other.setDraining(other.find(worker.id), false)).isTrue();
        one.known(worker.id);
        one.exchange();
        assertThat(worker.draining).isFalse();
    }

    @Test
    void a_drain_while_the_rows_are_read_is_not_undone_by_what_was_read_before() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WorkerDirectory directory = new WorkerDirectory(
                slowly(() -> {
                    read.countDown();
                    goOn.await();
                }),
                time,
                LEASE);
        AttachedWorker worker = directory.join(SOMEBODY, UUID.randomUUID(), false);
        Thread reader = new Thread(directory::exchange);
        reader.start();
        read.await();
        Thread drainer = new Thread(() -> directory.setDraining(worker, true));
        drainer.start();
        await().until(() -> drainer.getState() == Thread.State.BLOCKED || !drainer.isAlive());
        goOn.countDown();
        reader.join();
        drainer.join();
        assertThat(worker.draining).isTrue();
    }

    private interface Pause {
        void take() throws InterruptedException;
    }

    /** The rows, with a pause between the moment in which all are read and the answer. */
    private WorkerRows slowly(Pause pause) {
        return (WorkerRows) Proxy.newProxyInstance(
                WorkerRows.class.getClassLoader(), new Class<?>[] {WorkerRows.class}, (proxy, method, arguments) -> {
                    Object answer = method.invoke(rows, arguments);
                    if (method.getName().equals("all")) {
                        pause.take();
                    }
                    return answer;
                });
    }

    /** A time that passes when it is told to. */
    private static final class SetTime implements Time {

        private long micros = Time.toMicros(Instant.parse("2026-11-15T02:00:00Z"));

        void pass(Duration duration) {
            micros += Time.toMicros(duration);
        }

        @Override
        public long micros() {
            return micros;
        }

        @Override
        public Timer at(Instant instant, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sleep(Duration duration) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(Future<?> future, Duration atMost) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
