package dev.baton.test;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The assumed outcome of a run in a test, and how long each of its attempts takes on the fake clock. The body is not
 * called, unless the assumption is {@link #callsBody()}. Immutable: each call returns a new assumption.
 *
 * <pre>{@code
 * test.assume("charge", Assumption.failsWith(new IOException("busy")).times(2));
 * test.assume("ship", Assumption.succeeds().taking(Duration.ofMinutes(5)));
 * }</pre>
 */
public final class Assumption {

    private final Outcome outcome;
    private final Duration takes;

    private Assumption(Outcome outcome, Duration takes) {
        this.outcome = outcome;
        this.takes = takes;
    }

    /** The body is called and decides the outcome. */
    public static Assumption callsBody() {
        return new Assumption(new CallsBody(), Duration.ZERO);
    }

    /** The run succeeds, without an output. */
    public static Assumption succeeds() {
        return new Assumption(new Succeeds(null), Duration.ZERO);
    }

    /** The run succeeds with this output. */
    public static Assumption returns(Object output) {
        return new Assumption(new Succeeds(output), Duration.ZERO);
    }

    /** Every attempt fails. */
    public static Assumption fails() {
        return failsWith(new IllegalStateException("assumed to fail"));
    }

    /** Every attempt fails with this error. */
    public static Assumption failsWith(Throwable error) {
        return new Assumption(new Fails(error, Integer.MAX_VALUE), Duration.ZERO);
    }

    /** The run is skipped by its body. */
    public static Assumption skips(String reason) {
        return new Assumption(new Skips(reason), Duration.ZERO);
    }

    /** This assumption with only this many failing attempts; the next attempt succeeds. */
    public Assumption times(int attempts) {
        return outcome instanceof Fails fails ? new Assumption(new Fails(fails.error, attempts), takes) : this;
    }

    /** This assumption with attempts that take this long. */
    public Assumption taking(Duration duration) {
        return new Assumption(outcome, duration);
    }

    Duration takes() {
        return takes;
    }

    Outcome outcome() {
        return outcome;
    }

    /** The outcome of an attempt. */
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
