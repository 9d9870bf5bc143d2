package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * The work of a job that has a result. Called once per attempt, on a thread of its own; the result is the run's output.
 *
 * <pre>{@code
 * Job count = Job.named("count").call(context -> files.count());
 * }</pre>
 *
 * @param <T> the type of the output
 */
@FunctionalInterface
public interface Body<T extends @Nullable Object> {

    /**
     * Does the work.
     *
     * @throws Exception to fail the attempt; a cancelled body should throw {@link InterruptedException}
     */
    T call(RunContext context) throws Exception;

    /** Wraps an action as a body without a result. */
    @SuppressWarnings("NullAway") // the checker does not follow a type argument that may be null
    static Body<@Nullable Void> of(Action action) {
        return new WrappedBody<@Nullable Void>(action, context -> {
            action.run(context);
            return null;
        });
    }
}
