package dev.baton.server.api.insight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RememberedTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AtomicInteger found = new AtomicInteger();

    private Remembered<Integer> taking(long time) {
        return new Remembered<>(
                () -> {
                    nanos.addAndGet(time);
                    return found.incrementAndGet();
                },
                nanos::get);
    }

    @Test
    void what_took_long_is_kept_for_four_times_as_long() {
        Remembered<Integer> answer = taking(100);

        assertThat(answer.get()).isEqualTo(1);
        nanos.addAndGet(399);
        assertThat(answer.get()).isEqualTo(1);
        nanos.addAndGet(1);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void what_took_no_time_is_found_out_anew() {
        Remembered<Integer> answer = taking(0);

        assertThat(answer.get()).isEqualTo(1);
        assertThat(answer.get()).isEqualTo(2);
    }
}
