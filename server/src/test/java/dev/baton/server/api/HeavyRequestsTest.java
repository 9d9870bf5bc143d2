package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.http.ProblemException;
import dev.baton.server.security.Actor;
import dev.baton.server.security.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Heavy requests take turns by caller. */
class HeavyRequestsTest {

    private static final Actor GREEDY = new Actor(UUID.randomUUID(), "greedy", Role.VIEWER);
    private static final Actor MODEST = new Actor(UUID.randomUUID(), "modest", Role.VIEWER);

    private final HeavyRequests requests = new HeavyRequests(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> order = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private Thread ask(Actor caller, String name, Runnable work) {
        Thread thread = new Thread(() -> requests.inTurn(caller, "tests", () -> {
            order.add(name);
            work.run();
            return name;
        }));
        threads.add(thread);
        thread.start();
        return thread;
    }

    private void occupy() {
        ask(GREEDY, "first", () -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        await().until(() -> order.contains("first"));
    }

    private void askAndWait(Actor caller, String name) {
        Thread thread = ask(caller, name, () -> {});
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    private void finish() throws InterruptedException {
        release.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whoever_was_served_longest_ago_goes_first() throws Exception {
        occupy();
        askAndWait(GREEDY, "second");
        askAndWait(GREEDY, "third");
        askAndWait(MODEST, "other");
        finish();

        assertThat(order).containsExactly("first", "other", "second", "third");
    }

    @Test
    void a_caller_who_waits_for_several_already_is_refused() throws Exception {
        occupy();
        for (int i = 0; i < 4; i++) {
            askAndWait(GREEDY, "waiting-" + i);
        }

        assertThatThrownBy(() -> requests.inTurn(GREEDY, "tests", () -> "never"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(429))
                .hasMessageContaining("this token");
        finish();
        assertThat(order).hasSize(5);
    }

    @Test
    void as_many_run_at_a_time_as_processors_and_memory_allow() {
        long gigabyte = 1L << 30;
        assertThat(HeavyRequests.atATime(16, gigabyte / 4)).isEqualTo(1);
        assertThat(HeavyRequests.atATime(16, 8 * gigabyte)).isEqualTo(8);
        assertThat(HeavyRequests.atATime(1, 8 * gigabyte)).isEqualTo(1);
    }
}
