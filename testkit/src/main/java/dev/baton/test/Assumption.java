package dev.baton.test;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run is assumed to come to, and how long each of its attempts takes by the fake clock. Unless it
 * {@linkplain #callsBody() calls the body}, the body is left alone. Immutable: each call returns another.
 */
public final class Assumption {

    private final Outcome outcome;
    private final Duration takes;

    private Assumption(Outcome outcome, Duration takes) {
        this.outcome = outcome;
        this.takes = takes;
    }

    /** The body is called, and what it does is what it comes to. */
    public static Assumption callsBody() {
        return new Assumption(new CallsBody(), Duration.ZERO);
    }

    /** It succeeds, without an output. */
    public static Assumption succeeds() {
        return new Assumption(new Succeeds(null), Duration.ZERO);
    }

    /** It succeeds with this output. */
    public static Assumption returns(Object output) {
        return new Assumption(new Succeeds(output), Duration.ZERO);
    }

    /** Each of its attempts fails. */
    public static Assumption fails() {
        return failsWith(new IllegalStateException("assumed to fail"));
    }

    /** Each of its attempts fails with this. */
    public static Assumption failsWith(Throwable error) {
        return new Assumption(new Fails(error, Integer.MAX_VALUE), Duration.ZERO);
    }

    /** It skips itself. */
    public static Assumption skips(String reason) {
        return new Assumption(new Skips(reason), Duration.ZERO);
    }

    /** The same, but it fails only this many times, and succeeds then. */
    public Assumption times(int attempts) {
        return outcome instanceof Fails fails ? new Assumption(new Fails(fails.error, attempts), takes) : this;
    }

    /** The same, and each attempt takes this long. */
    public Assumption taking(Duration duration) {
        return new Assumption(outcome, duration);
    }

    Duration takes() {
        return takes;
    }

    Outcome outcome() {
        return outcome;
    }

    /** What an attempt comes to. */
    sealed interface Outcome permits CallsBody, Succeeds, Fails, Skips {}

    record CallsBody() implements Outcome {}

    record Succeeds(@Nullable Object output) implements Outcome {

        Optional<Object> result() {
            return Optional.ofNullable(output);
        }
    }

    record Fails(Throwable error, int times) implements Outcome {}

    record Skips(String reason) implements Outcome {}
}
