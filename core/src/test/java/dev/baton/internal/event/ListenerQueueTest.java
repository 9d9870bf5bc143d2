package dev.baton.internal.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Listener;
import dev.baton.internal.execution.Happening;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ListenerQueueTest {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();

    private final Listener listener = new Listener() {
        @Override
        public void eventsLost(long count) {
            told.add(count + " lost");
        }
    };

    private final ListenerQueue queue = new ListenerQueue(listener, new Tasks());

    private Happening happening(String name, int events) {
        return new Happening() {
            @Override
            public void tell(Listener to, int event) {
                told.add(name + event);
                if (event == 1) {
                    throw new IllegalStateException("the listener throws");
                }
            }

            @Override
            public int events() {
                return events;
            }
        };
    }

    private void deliver() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void a_listener_that_throws_at_one_event_is_told_the_others() {
        queue.put(happening("a", 3));
        queue.put(happening("b", 1));
        deliver();

        assertThat(told).containsExactly("a0", "a1", "a2", "b0");
    }

    @Test
    void every_event_that_a_slow_listener_misses_is_counted() {
        for (int i = 0; i < 1 << 17; i++) {
            queue.put((to, event) -> {});
        }
        queue.put(happening("a", 3));
        queue.put(happening("b", 2));
        deliver();

        assertThat(told).containsExactly("5 lost");
    }

    /** Keeps tasks until the test runs them. */
    private final class Tasks implements Worker {

        @Override
        public void wake() {}

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public boolean awaitIdle(Duration atMost) {
            return true;
        }

        @Override
        public void close() {}
    }
}
