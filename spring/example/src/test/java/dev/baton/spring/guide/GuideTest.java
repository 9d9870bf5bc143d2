package dev.baton.spring.guide;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunContext;
import dev.baton.spring.BatonJob;
import dev.baton.spring.BatonStep;
import dev.baton.spring.BatonWorkflow;
import dev.baton.spring.FromStep;
import dev.baton.spring.test.BatonTest;
import dev.baton.test.Assumption;
import dev.baton.test.Assumptions;
import dev.baton.test.FakeClock;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Component;

/** The Java of the guide for Spring Boot, compiled and run. */
class GuideTest {

    record Report(String text) {}

    record Order(BigDecimal price) {}

    record Receipt(String number) {}

    @Component
    static class Printer {

        Report print(Object what) {
            return new Report("printed " + what);
        }
    }

    @Component
    static class Bank {

        Receipt charge(BigDecimal price) {
            return new Receipt("R-" + price);
        }
    }

    @Component
    static class Reports {

        private final Printer printer;

        Reports(Printer printer) {
            this.printer = printer;
        }

        @BatonJob(cron = "0 2 * * *", zone = "Europe/Berlin", attempts = 3)
        Report report(RunContext context) {
            return printer.print(context.scheduledTime());
        }

        @BatonJob // started by baton.trigger("ship", Map.of("order", 42))
        Report ship(long order) {
            return printer.print(order);
        }
    }

    @Component
    @BatonWorkflow(name = "order", timeout = "1h")
    static class OrderProcessing {

        private final Bank bank;
        private final Printer printer;

        OrderProcessing(Bank bank, Printer printer) {
            this.bank = bank;
            this.printer = printer;
        }

        @BatonStep(attempts = 5, retryDelay = "2s", timeout = "30s")
        Receipt charge(Order order) {
            return bank.charge(order.price());
        }

        @BatonStep(after = "charge")
        Report ship(Order order, @FromStep("charge") Receipt receipt) {
            return printer.print(receipt);
        }

        @BatonStep(after = "charge:failure")
        Report apologise(Order order, RunContext context) {
            return printer.print(context.reason());
        }
    }

    @Configuration
    @EnableAutoConfiguration
    @Import({Printer.class, Bank.class, Reports.class, OrderProcessing.class})
    static class Application {}

    private static final Order lamp = new Order(BigDecimal.TEN);

    @Nested
    @BatonTest(
            classes = Application.class,
            properties =
                    "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
    class OrderProcessingTest {

        @Autowired
        Baton baton;

        @Autowired
        FakeClock clock;

        @Autowired
        Assumptions assumptions;

        @Test
        void a_bank_that_is_busy_is_asked_again() {
            assumptions.assume(
                    "order/charge",
                    Assumption.failsWith(new IOException("busy")).times(2));
            assumptions.assume("order/ship", Assumption.succeeds());
            Execution order = baton.trigger("order", Map.of("order", lamp));
            clock.advance(Duration.ofMinutes(1));
            assertThat(order).succeeded().hadAttempts("charge", 3).ran("ship");
        }

        @Test
        void what_the_guide_shows_runs() {
            clock.advance(Duration.ofDays(1));
            assertThat(baton.pastExecutions("report")).hasSize(1);
            Execution shipped = baton.trigger("ship", Map.of("order", 42));
            Execution order = baton.trigger("order", Map.of("order", lamp));
            clock.settle();
            assertThat(shipped).succeeded().hasOutput("ship", new Report("printed 42"));
            assertThat(order)
                    .succeeded()
                    .hasOutput("ship", new Report("printed " + new Receipt("R-10")))
                    .skipped("apologise");
        }
    }
}
