package dev.baton.spring.example;

import dev.baton.Baton;
import dev.baton.Submission;
import java.math.BigDecimal;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders. The order and the start of its processing are committed together, or neither is. */
@RestController
@RequestMapping("/orders")
public class Orders {

    private final Baton baton;
    private final JdbcClient jdbc;

    Orders(Baton baton, JdbcClient jdbc) {
        this.baton = baton;
        this.jdbc = jdbc;
    }

    /**
     * An order.
     *
     * @param number its number
     * @param item what is ordered
     * @param price what it costs
     */
    public record Order(int number, String item, BigDecimal price) {}

    /** Takes an order. Taken twice, it is processed once. */
    @PostMapping
    @Transactional
    @ResponseStatus(HttpStatus.ACCEPTED)
    public Map<String, String> take(@RequestBody Order order) {
        jdbc.sql("INSERT INTO customer_order (number, item, price) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                .params(order.number(), order.item(), order.price())
                .update();
        var execution =
                baton.submit(Submission.of("order").parameter("order", order).key("order-" + order.number()));
        if (order.price().signum() <= 0) {
            throw new IllegalArgumentException("an order costs something");
        }
        return Map.of("execution", execution.id().toString());
    }

    /** How far an order is. */
    @GetMapping("/{number}")
    public Map<String, Object> look(@PathVariable int number) {
        return jdbc.sql("SELECT number, item, receipt, shipped FROM customer_order WHERE number = ?")
                .param(number)
                .query()
                .singleRow();
    }
}
