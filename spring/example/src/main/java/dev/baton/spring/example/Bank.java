package dev.baton.spring.example;

import java.math.BigDecimal;
import org.springframework.stereotype.Component;

/** The bank, in the place of a real one. */
@Component
public class Bank {

    /** A receipt of a payment. */
    public record Receipt(String number, BigDecimal amount) {}

    /** Charges an amount, once for each key. */
    public Receipt charge(BigDecimal amount, String key) {
        return new Receipt("R-" + Integer.toHexString(key.hashCode()), amount);
    }
}
