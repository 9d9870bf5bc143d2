package dev.baton.engine;

import dev.baton.RunPolicy;
import dev.baton.policy.Retry;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether and when a run that failed is tried again: each within a {@link Turn}. */
final class Retries {

    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);

    private Retries() {}

    /** How long to wait before the next attempt; empty when there is to be none. */
    static Optional<Duration> delay(Turn turn, int step, Throwable error) {
        LiveExecution execution = turn.execution();
        Node node = execution.nodes[step];
        if (execution.isStopping() || node.isRemoved()) {
            return Optional.empty();
        }
        RunPolicy policy = node.job().policy();
        Notes notes = execution.note(step);
        int counted = execution.attempts[step] - notes.earlierAttempts;
        // From what is the same in a simulation or after a restart, so that the delays are the same too.
        long seed = 31L * execution.definition.name().hashCode() + execution.cause.scheduled() + step;
        Duration total = policy.limits().total();
        try {
            Retry retry = policy.retry();
            if (error instanceof KeptError kept) {
                // Whether it is worth another attempt was decided where the original was seen.
                retry = retry.when(e -> kept.isRetryable());
            }
            return retry.next(counted, error, seed)
                    .filter(delay -> total == null
                            || turn.now() + Time.toMicros(delay) < notes.firstStarted + Time.toMicros(total));
        } catch (RuntimeException | Error e) {
            // The predicate that says which errors to retry is the user's own code.
            LOG.error(
                    "{}: whether to retry {} could not be decided; it is not",
                    execution,
                    node.job().name(),
                    e);
            return Optional.empty();
        }
    }

    /** Makes the next attempt ready when its time has come. */
    static void after(Turn turn, int step, Duration delay, @Nullable Throwable error) {
        LiveExecution execution = turn.execution();
        Machinery machinery = turn.machinery();
        Notes notes = execution.note(step);
        notes.notBefore = turn.now() + Time.toMicros(delay);
        RetryDue due = new RetryDue(step, notes.notBefore);
        notes.retry = due;
        turn.touch(step);
        turn.makeRoom(step);
        due.timer = machinery.time().after(delay, () -> machinery.post(execution, due));
        machinery.notifier().runRetried(execution, step, turn.now(), error);
    }

    /** Waits on, as recorded, for the time of the next attempt. */
    static void waitOn(Turn turn, int step, Notes notes) {
        LiveExecution execution = turn.execution();
        Machinery machinery = turn.machinery();
        Admissions.reenter(turn, step);
        RetryDue due = new RetryDue(step, notes.notBefore);
        notes.retry = due;
        due.timer = machinery.time().at(Time.toInstant(notes.notBefore), () -> machinery.post(execution, due));
    }
}
