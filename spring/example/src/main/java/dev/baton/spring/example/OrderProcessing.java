package dev.baton.spring.example;

import dev.baton.RunContext;
import dev.baton.spring.BatonStep;
import dev.baton.spring.BatonWorkflow;
import dev.baton.spring.FromStep;
import dev.baton.spring.example.Orders.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The workflow of an order. Beans that a step needs come through the constructor, as everywhere. */
@Component
@BatonWorkflow(name = "order", timeout = "1h")
public class OrderProcessing {

    private final JdbcClient jdbc;
    private final Bank bank;

    OrderProcessing(JdbcClient jdbc, Bank bank) {
        this.jdbc = jdbc;
        this.bank = bank;
    }

    /** Charges the customer; the run's id is the same in each attempt, so the bank charges once. */
    @BatonStep(attempts = 5, retryDelay = "2s", timeout = "30s")
    public Bank.Receipt charge(Order order, RunContext context) {
        return bank.charge(order.price(), context.runId().toString());
    }

    /** Writes the receipt, in the transaction that records the end of this step. */
    @BatonStep(after = "charge", transactional = true)
    public void ship(Order order, @FromStep("charge") Bank.Receipt receipt) {
        jdbc.sql("UPDATE customer_order SET receipt = ?, shipped = true WHERE number = ?")
                .params(receipt.number(), order.number())
                .update();
    }

    /** Tells the customer what went wrong. */
    @BatonStep(after = "charge:failure")
    public String apologise(Order order, RunContext context) {
        return "We could not charge you for " + order.item() + ": " + context.reason();
    }
}
