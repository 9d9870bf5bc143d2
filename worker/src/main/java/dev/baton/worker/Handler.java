package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/**
 * Java code that jobs and steps refer to by name. Called from any number of threads at once.
 *
 * <pre>{@code
 * Handler resize = context -> {
 *     String file = context.parameter("file", String.class).orElseThrow();
 *     return resize(file);
 * };
 * }</pre>
 */
@FunctionalInterface
public interface Handler {

    /**
     * Does the work. Its thread is interrupted when the work must stop.
     *
     * @return the output of the run: anything that Jackson can write; null for none
     * @throws Exception to fail the run with the exception's message
     */
    @Nullable Object handle(HandlerContext context) throws Exception;
}
