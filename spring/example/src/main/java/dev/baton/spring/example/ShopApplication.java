package dev.baton.spring.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the shop. The database is that of {@code spring.datasource.url}. */
@SpringBootApplication
public class ShopApplication {

    /** Starts the shop. */
    public static void main(String[] arguments) {
        SpringApplication.run(ShopApplication.class, arguments);
    }
}
