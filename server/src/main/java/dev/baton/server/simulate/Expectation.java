package dev.baton.server.simulate;

import dev.baton.Completion;
import dev.baton.server.simulate.Assumption.Outcome;
import java.time.Duration;

/**
 * The expected end of an attempt.
 *
 * @param outcome its end
 * @param duration how long it takes
 */
record Expectation(Outcome outcome, Duration duration) {

    void report(Completion completion) {
        switch (outcome) {
            case SUCCESS -> completion.succeed(null);
            case FAILURE -> completion.fail(new AssumedFailureException());
            case SKIPPED -> completion.skipRun("assumed to be skipped");
        }
    }

    /** The failure of an attempt that is assumed to fail. */
    private static final class AssumedFailureException extends RuntimeException {

        AssumedFailureException() {
            super("assumed to fail", null, false, false);
        }
    }
}
