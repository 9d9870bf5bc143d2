package dev.baton.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.internal.time.SystemTime;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.KeyHeldException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HeldKeysTest {

    private static final UUID NODE = new UUID(0, 1);

    private final SystemTime time = new SystemTime();
    private final HeldKeys keys = new HeldKeys(time, new GroupCommit(time, task -> {}, new Unwritten()));

    /** Writes nothing: the test says what became of each entry. */
    private static final class Unwritten implements GroupCommit.Writing {

        @Override
        public Batch newBatch() {
            return Batch.ofOne(NODE);
        }

        @Override
        public void gather(Object entry, Batch batch) {}

        @Override
        public GroupCommit.Written write(Batch batch) {
            return () -> {};
        }

        @Override
        public boolean isGivenUp() {
            return false;
        }
    }

    private static Batch.Created submission(String key) {
        return new Batch.Created(List.of(creation(key)), Map.of(), new CompletableFuture<>());
    }

    private static Store.Creation creation(@Nullable String key) {
        var cause = new ExecutionRecord.Cause(Trigger.SUBMIT, 0, 1, 0, "{}", key);
        var place = new ExecutionRecord.Place("default", Set.of(), 0, null);
        var state = new ExecutionRecord.State(null, ExecutionStatus.RUNNING, 0, 0, 0, 1);
        var execution = new ExecutionRecord(UUID.randomUUID(), "job", cause, place, state);
        return new Store.Creation(execution, null, true);
    }

    private void putAside(Batch.Created entry) {
        Batch batch = Batch.ofOne(NODE);
        batch.add(entry);
        keys.putAside(batch, rest -> () -> {});
    }

    @Test
    void a_key_stays_held_for_the_others_when_one_submission_gives_up() {
        Batch.Created first = submission("order-42");
        Batch.Created second = submission("order-42");
        putAside(first);
        putAside(second);
        putAside(second);

        first.withdraw();
        assertThat(keys.hasHeldKey(second)).isTrue();

        second.withdraw();
        assertThat(keys.hasHeldKey(submission("order-42"))).isFalse();
    }

    /** A store whose commits of an execution without a key fail like this, one after the other, and any other as the last. */
    private static Store failing(CountDownLatch commits, RuntimeException... failures) {
        AtomicInteger next = new AtomicInteger();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "writers" -> 1;
                    case "node" -> NODE;
                    case "commit" -> {
                        boolean isFree = ((Store.Commit) arguments[0])
                                .created().stream()
                                        .anyMatch(creation ->
                                                creation.execution().cause().key() == null);
                        int which = isFree ? next.getAndIncrement() : failures.length;
                        if (isFree) {
                            commits.countDown();
                        }
                        throw failures[Math.min(which, failures.length - 1)];
                    }
                    default -> throw new AssertionError(method);
                });
    }

    @Test
    @Timeout(60)
    void a_submission_that_may_have_been_recorded_without_a_held_one_cannot_be_taken_back() throws Exception {
        CountDownLatch commits = new CountDownLatch(4);
        Store store = failing(
                commits,
                new KeyHeldException("a transaction has taken a key", new SQLException()),
                new StoreUnavailableException("the connection broke during the commit", new SQLException()),
                new StoreUnavailableException("no connection", new SQLException(), true));
        StoreJournal journal = new StoreJournal(store, null, time, Runnable::run, new Outage(), null);
        Store.Creation held = creation("order-42");
        journal.create(List.of(held), Map.of(), true);
        Recording free = journal.create(List.of(creation(null)), Map.of(), true);

        journal.help(held.execution().id());
        commits.await();

        assertThat(free.withdraw()).isFalse();
        journal.close();
    }
}
