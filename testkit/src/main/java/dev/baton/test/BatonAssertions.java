package dev.baton.test;

import dev.baton.Execution;

/**
 * The entry point of assertions: {@code import static dev.baton.test.BatonAssertions.assertThat}.
 *
 * <pre>{@code
 * assertThat(test.lastExecution("order")).succeeded();
 * }</pre>
 */
public final class BatonAssertions {

    private BatonAssertions() {}

    /** Starts assertions on an execution. */
    public static ExecutionAssert assertThat(Execution execution) {
        return new ExecutionAssert(execution);
    }
}
