package dev.baton.server.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RememberedTest {

    /** Near the end of what a long holds: the clock of a machine may overflow. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private final AtomicInteger found = new AtomicInteger();

    private Remembered<Integer> answer(long fresh, long takes) {
        return new Remembered<>(new Remembered.Pace(Duration.ofNanos(fresh), nanos::get), () -> {
            nanos.addAndGet(takes);
            return found.incrementAndGet();
        });
    }

    @Test
    void an_answer_is_kept_for_the_time_given() {
        Remembered<Integer> answer = answer(1_000, 0);

        assertThat(answer.get()).isEqualTo(1);
        nanos.addAndGet(999);
        assertThat(answer.get()).isEqualTo(1);
        nanos.addAndGet(1);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void an_answer_that_took_long_is_kept_for_four_times_as_long() {
        Remembered<Integer> answer = answer(10, 100);

        assertThat(answer.get()).isEqualTo(1);
        nanos.addAndGet(399);
        assertThat(answer.get()).isEqualTo(1);
        nanos.addAndGet(1);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void an_answer_is_found_anew_when_something_has_changed_it() {
        AtomicLong version = new AtomicLong();
        Remembered<Integer> answer = new Remembered<>(
                new Remembered.Pace(Duration.ofDays(1), nanos::get), version::get, found::incrementAndGet);

        assertThat(answer.get()).isEqualTo(1);
        assertThat(answer.get()).isEqualTo(1);
        version.incrementAndGet();
        assertThat(answer.get()).isEqualTo(2);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void an_answer_that_changes_while_it_is_found_is_found_anew_by_the_next_caller() {
        AtomicLong version = new AtomicLong();
        Remembered<Integer> answer =
                new Remembered<>(new Remembered.Pace(Duration.ofDays(1), nanos::get), version::get, () -> {
                    int now = found.incrementAndGet();
                    if (now == 1) {
                        version.incrementAndGet();
                    }
                    return now;
                });

        assertThat(answer.get()).isEqualTo(1);
        assertThat(answer.get()).isEqualTo(2);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void an_answer_that_took_no_time_is_found_anew_when_no_time_is_given() {
        Remembered<Integer> answer = answer(0, 0);

        assertThat(answer.get()).isEqualTo(1);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void a_search_that_fails_is_tried_again_by_the_next_caller() {
        Remembered<Integer> answer = new Remembered<>(Duration.ofDays(1), () -> {
            if (found.incrementAndGet() == 1) {
                throw new IllegalStateException("not now");
            }
            return found.get();
        });

        assertThatThrownBy(answer::get).hasMessage("not now");
        assertThat(answer.get()).isEqualTo(2);
    }
}
