package dev.baton.compare;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.test.Assumption;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test that the other three cannot have: hours of the workflow on a fake clock, without a database. */
@ExtendWith(BatonExtension.class)
class BatonOrdersTest {

    @Test
    void a_customer_who_cannot_pay_is_told_and_the_order_is_closed(BatonTest baton) {
        baton.add(BatonOrders.order(new World(null)))
                .failing("order/charge")
                .assume("order/apologise", Assumption.succeeds())
                .assume("order/close", Assumption.succeeds());
        Execution order = baton.trigger("order", Map.of("order", 1));
        baton.advance(Duration.ofMinutes(1));
        assertThat(order)
                .failed()
                .hadAttempts("charge", 3)
                .skipped("pack", "ship")
                .ran("apologise", "close");
    }

    @Test
    void a_bank_that_hangs_is_asked_again_after_its_timeout(BatonTest baton) {
        baton.add(BatonOrders.order(new World(null)))
                .assume("order/charge", Assumption.succeeds().taking(Duration.ofHours(1)))
                .assume("order/apologise", Assumption.succeeds())
                .assume("order/close", Assumption.succeeds());
        Execution order = baton.trigger("order", Map.of("order", 1));
        baton.advance(Duration.ofMinutes(1));
        assertThat(order).failed().hadAttempts("charge", 3).ran("apologise", "close");
    }
}
