package dev.baton.internal.execution;

import dev.baton.spi.Store;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place at a gate, held or waited for. Equal to another for the same gate by name, since the gate's limits may change.
 *
 * @param gate the gate
 * @param execution the execution that asks
 * @param step the step whose run asks; {@link #WHOLE} for the execution itself
 */
public record Permit(Store.Gate gate, LiveExecution execution, int step) {

    /** In place of a step: the execution itself. */
    public static final int WHOLE = -1;

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Permit permit
                && permit.step == step
                && permit.execution == execution
                && permit.gate.name().equals(gate.name());
    }

    @Override
    public int hashCode() {
        return Objects.hash(execution.id(), step);
    }
}
