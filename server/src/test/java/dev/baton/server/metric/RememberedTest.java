package dev.baton.server.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RememberedTest {

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void an_answer_is_found_out_once_however_often_it_is_asked_for() {
        Remembered<Integer> count = new Remembered<>(Duration.ofDays(1), asked::incrementAndGet);
        for (int i = 0; i < 1_000; i++) {
            assertThat(count.get()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_that_is_too_old_is_found_out_anew() {
        Remembered<Integer> count = new Remembered<>(Duration.ZERO, asked::incrementAndGet);
        count.get();
        assertThat(count.get()).isEqualTo(2);
    }
}
