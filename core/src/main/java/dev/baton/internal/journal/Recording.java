package dev.baton.internal.journal;

import dev.baton.spi.Store;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * New executions that are being recorded.
 *
 * @param done completes with the executions that were not created, as in {@link Store#commit}
 * @param withdrawal takes them back, and returns whether that succeeded
 * @param held whether they wait for another transaction, which has taken one of their keys
 */
public record Recording(
        CompletableFuture<Map<UUID, Store.Refusal>> done, BooleanSupplier withdrawal, BooleanSupplier held) {

    /**
     * Takes back what is not recorded yet. If a transaction with it is under way, it is not tried again after that.
     *
     * @return true if it is certainly not recorded, and never will be; false if a transaction with it is under way, or
     *     was when the store was lost
     */
    public boolean withdraw() {
        return withdrawal.getAsBoolean();
    }

    /** Whether they wait for another transaction, which has taken one of their keys. */
    public boolean isHeld() {
        return held.getAsBoolean();
    }
}
