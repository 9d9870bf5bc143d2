package dev.baton.internal.execution;

import dev.baton.RunId;
import dev.baton.spi.Store;
import java.util.Objects;
import java.util.UUID;
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

    /** The holder or requester in words: a run or an execution. */
    public String name() {
        return name(execution.id(), step);
    }

    /** The same of one that is known by its ids. */
    public static String name(UUID execution, int step) {
        return step == WHOLE ? "execution " + execution : "run " + new RunId(execution, step);
    }

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
