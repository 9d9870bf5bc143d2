package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * How whoever executes a run says what came of it. The first word counts; whoever speaks again, or after the run was
 * given to somebody else, is not heard. Safe from any thread.
 */
public interface Completion {

    /** It succeeded, with this output, if any. */
    void succeed(@Nullable Object output);

    /** It succeeded in part, within what is tolerated, with this output, if any. */
    void partlySucceed(@Nullable Object output);

    /** It failed. */
    void fail(Throwable error);

    /** There was nothing to do. */
    void skipRun(String reason);

    /** Calls this when the run is to stop, from whichever thread says so; at once when that was said already. */
    void onStop(Runnable action);
}
