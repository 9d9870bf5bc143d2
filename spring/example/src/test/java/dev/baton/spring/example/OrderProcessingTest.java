package dev.baton.spring.example;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.spring.test.BatonTest;
import dev.baton.test.Assumption;
import dev.baton.test.Assumptions;
import dev.baton.test.FakeClock;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The workflow alone, on a fake clock: no waiting, no PostgreSQL. */
@BatonTest(properties = "baton.store=database")
class OrderProcessingTest {

    @TempDir
    static Path folder;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", () -> "jdbc:sqlite:" + folder.resolve("shop.db"));
    }

    @Autowired
    private Baton baton;

    @Autowired
    private FakeClock clock;

    @Autowired
    private Assumptions assumptions;

    @Test
    void a_bank_that_is_busy_is_asked_again() {
        assumptions.assume(
                "order/charge",
                Assumption.failsWith(new IllegalStateException("busy")).times(2));
        assumptions.assume("order/ship", Assumption.succeeds());
        Execution order = order();
        clock.advance(Duration.ofMinutes(1));
        assertThat(order).succeeded().hadAttempts("charge", 3).ran("ship").skipped("apologise");
    }

    @Test
    void a_customer_who_cannot_pay_is_told() {
        assumptions.failing("order/charge");
        Execution order = order();
        clock.advance(Duration.ofHours(1));
        assertThat(order).failed().hadAttempts("charge", 5).skipped("ship").ran("apologise");
    }

    private Execution order() {
        return baton.trigger("order", Map.of("order", new Orders.Order(1, "a lamp", BigDecimal.TEN)));
    }
}
