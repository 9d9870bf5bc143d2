package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.NewStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shorthand factories of results. */
final class Results {

    /** The default limit of an output, in bytes. */
    static final int LARGEST_OUTPUT = 1 << 20;

    /** The limit of the steps that a run adds, in bytes. */
    static final int LARGEST_STEPS = 4 << 20;

    private Results() {}

    static Result success(@Nullable Object output, @Nullable Integer exitCode) {
        return new Result(Outcome.SUCCESS, output, null, exitCode);
    }

    static Result success(@Nullable Object output, @Nullable Integer exitCode, List<NewStep> steps) {
        return new Result(Outcome.SUCCESS, output, null, exitCode, steps);
    }

    static Result failure(String message) {
        return new Result(Outcome.FAILURE, null, message, null);
    }

    static Result failure(String message, @Nullable Integer exitCode) {
        return new Result(Outcome.FAILURE, null, message, exitCode);
    }
}
