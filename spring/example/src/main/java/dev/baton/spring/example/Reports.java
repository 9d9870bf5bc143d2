package dev.baton.spring.example;

import dev.baton.spring.BatonJob;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Jobs of the night. */
@Component
public class Reports {

    private final JdbcClient jdbc;

    Reports(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Counts the orders that have been shipped. */
    @BatonJob(cron = "${shop.report.cron}", zone = "Europe/Berlin", missed = "run-once")
    public int report() {
        return jdbc.sql("SELECT count(*) FROM customer_order WHERE shipped")
                .query(Integer.class)
                .single();
    }
}
