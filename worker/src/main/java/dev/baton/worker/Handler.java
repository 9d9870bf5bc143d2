package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/** Java code that jobs and steps can name. Called from any number of threads at once. */
@FunctionalInterface
public interface Handler {

    /**
     * Does the work. It is interrupted when it is to stop.
     *
     * @return what the run hands on: anything that Jackson can write; null for nothing
     * @throws Exception when it fails; the run fails with the exception's message
     */
    @Nullable Object handle(HandlerContext context) throws Exception;
}
