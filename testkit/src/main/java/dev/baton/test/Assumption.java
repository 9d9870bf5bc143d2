package dev.baton.test;

import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a run is assumed to come to, instead of calling its body. Immutable: each call returns another. */
public final class Assumption {

    private static final Assumption SUCCESS = new Assumption(Duration.ZERO, null, null, 0, null);

    private final Duration takes;
    private final @Nullable Object output;
    private final @Nullable Throwable error;
    private final int failures;
    private final @Nullable String skip;

    private Assumption(
            Duration takes, @Nullable Object output, @Nullable Throwable error, int failures, @Nullable String skip) {
        this.takes = takes;
        this.output = output;
        this.error = error;
        this.failures = failures;
        this.skip = skip;
    }

    /** It succeeds. */
    public static Assumption succeeds() {
        return SUCCESS;
    }

    /** It succeeds with this output. */
    public static Assumption returns(Object output) {
        return new Assumption(Duration.ZERO, output, null, 0, null);
    }

    /** Each of its attempts fails. */
    public static Assumption fails() {
        return failsWith(new IllegalStateException("assumed to fail"));
    }

    /** Each of its attempts fails with this. */
    public static Assumption failsWith(Throwable error) {
        return new Assumption(Duration.ZERO, null, error, Integer.MAX_VALUE, null);
    }

    /** It skips itself. */
    public static Assumption skips(String reason) {
        return new Assumption(Duration.ZERO, null, null, 0, reason);
    }

    /** The same, but it fails only this many times, and succeeds then. */
    public Assumption times(int attempts) {
        return new Assumption(takes, output, error, attempts, skip);
    }

    /** The same, and each attempt takes this long. */
    public Assumption taking(Duration duration) {
        return new Assumption(duration, output, error, failures, skip);
    }

    Outcome forAttempt(int attempt) {
        return new Outcome(takes, claim -> {
            if (skip != null) {
                claim.skipRun(skip);
            } else if (error != null && attempt <= failures) {
                claim.fail(error);
            } else {
                claim.succeed(Optional.ofNullable(output));
            }
        });
    }

    record Outcome(Duration takes, java.util.function.Consumer<Worker.Claim> result) {

        void report(Worker.Claim claim) {
            result.accept(claim);
        }
    }
}
