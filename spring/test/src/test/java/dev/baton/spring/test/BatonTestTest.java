package dev.baton.spring.test;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunContext;
import dev.baton.error.NoSuchJobException;
import dev.baton.spring.BatonJob;
import dev.baton.test.Assumption;
import dev.baton.test.Assumptions;
import dev.baton.test.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

@BatonTest(classes = BatonTestTest.Application.class)
class BatonTestTest {

    @Configuration
    @EnableAutoConfiguration
    static class Application {

        final List<Instant> written = new ArrayList<>();

        @BatonJob(cron = "0 2 * * *", attempts = 3, retryDelay = "1h")
        public void report(RunContext context) {
            written.add(context.now());
        }
    }

    @Autowired
    private Baton baton;

    @Autowired
    private FakeClock clock;

    @Autowired
    private Assumptions assumptions;

    @Autowired
    private Application application;

    @Test
    void a_month_of_nights_takes_no_time() {
        clock.advance(Duration.ofDays(30));
        assertThat(baton.pastExecutions("report")).hasSize(30);
        assertThat(application.written)
                .hasSize(30)
                .startsWith(Instant.parse("2026-01-01T02:00:00Z"))
                .endsWith(Instant.parse("2026-01-30T02:00:00Z"));
    }

    @Test
    void outcomes_can_be_assumed_and_each_test_has_its_own_clock() {
        assertThat(clock.now()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assumptions.assume(
                "report", Assumption.failsWith(new IOException("disk full")).times(2));
        Execution report = baton.trigger("report");
        clock.advance(Duration.ofHours(4));
        assertThat(report).succeeded().hadAttempts("report", 3);
        assertThat(application.written).isEmpty();
    }

    @Test
    void a_misspelt_name_is_not_assumed() {
        assertThatThrownBy(() -> assumptions.failing("reprot"))
                .isInstanceOf(NoSuchJobException.class)
                .hasMessageContaining("report");
    }
}
