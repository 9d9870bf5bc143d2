package dev.baton.internal.execution;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads outputs of one execution that only the store has. Safe from any thread; never within a turn. */
@FunctionalInterface
public interface LeftOutputs {

    /**
     * Reads the outputs of these steps, or of the first of them, if all would be too much to read at a time.
     *
     * @param to the number after that of the last step
     * @throws dev.baton.spi.StoreUnavailableException when the store cannot be reached
     */
    Page read(int from, int to);

    /**
     * Outputs by step.
     *
     * @param values the outputs
     * @param next the number of the first step that was not read
     */
    record Page(Map<Integer, @Nullable Object> values, int next) {}
}
