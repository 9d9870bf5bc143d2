package dev.baton.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.time.SystemTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Object> written = new ArrayList<>();
    private Runnable duringWrite = () -> {};

    private final GroupCommit commit =
            new GroupCommit(new SystemTime(), (Executor) tasks::add, new GroupCommit.Writing() {

                private final List<Object> gathered = new ArrayList<>();

                @Override
                public Batch newBatch() {
                    gathered.clear();
                    return new Batch(new UUID(0, 1));
                }

                @Override
                public void gather(Object entry, Batch batch) {
                    gathered.add(entry);
                }

                @Override
                public GroupCommit.@Nullable Written write(Batch batch) {
                    duringWrite.run();
                    List<Object> all = List.copyOf(gathered);
                    return () -> written.addAll(all);
                }

                @Override
                public boolean isGivenUp() {
                    return false;
                }
            });

    @Test
    void a_thread_that_comes_during_a_transaction_leaves_its_entry_to_the_one_that_makes_it() {
        duringWrite = () -> {
            duringWrite = () -> {};
            onAnotherThread(() -> {
                commit.add("second");
                commit.call();
                commit.lead();
            });
            assertThat(tasks)
                    .as("no thread is woken that would find another at work")
                    .isEmpty();
        };
        commit.add("first");

        commit.lead();

        assertThat(written).containsExactly("first", "second");
    }

    @Test
    void what_came_in_meanwhile_does_not_wait_for_what_follows_from_a_transaction() {
        duringWrite = () -> {
            duringWrite = () -> {};
            commit.add("second");
        };
        commit.add("first");

        commit.help();
        assertThat(written).containsExactly("first");

        tasks.remove().run();
        assertThat(written).containsExactly("first", "second");
    }

    private static void onAnotherThread(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
