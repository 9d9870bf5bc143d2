package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.NewStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results, short to write. */
final class Results {

    /** How large an output may be, in bytes, unless the worker is told otherwise. */
    static final int LARGEST_OUTPUT = 1 << 20;

    /** How large the steps that a run adds may be, in bytes. */
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
