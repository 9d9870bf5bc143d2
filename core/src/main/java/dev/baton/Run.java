package dev.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One running of one job or step, as it was at one moment. Immutable: ask the execution again for a newer one.
 *
 * @param id names it
 * @param job the job's name; {@code workflow/step} for a step
 * @param status where it is
 * @param reason why it is there, in words; never empty when blocked, pending or skipped
 * @param attempt the current or last attempt, from 1; 0 before the first
 * @param times when it started and ended
 * @param result what came of it
 */
public record Run(RunId id, String job, RunStatus status, String reason, int attempt, Times times, Result result) {

    /**
     * When a run started and ended.
     *
     * @param started the start of the current or last attempt
     * @param finished the end of the run
     * @param notBefore when a pending run may start, if it is waiting for a time
     */
    public record Times(
            @Nullable Instant started,
            @Nullable Instant finished,
            @Nullable Instant notBefore) {}

    /**
     * What came of a run so far.
     *
     * @param output what the body returned
     * @param error what the last failed attempt failed with
     * @param progress how far it said it was
     * @param log the lines it logged, the oldest first
     * @param pastAttempts the attempts that others followed or are to follow, the oldest first
     */
    public record Result(
            @Nullable Object output,
            @Nullable Throwable error,
            @Nullable Progress progress,
            List<LogLine> log,
            List<Attempt> pastAttempts) {

        /** Nothing yet. */
        public static final Result NONE = new Result(null, null, null, List.of());

        /** Of a run that has had one attempt at most. */
        public Result(
                @Nullable Object output, @Nullable Throwable error, @Nullable Progress progress, List<LogLine> log) {
            this(output, error, progress, log, List.of());
        }
    }

    /**
     * One try of a run.
     *
     * @param number which, from 1
     * @param started when it started
     * @param finished when it ended; null while it runs
     * @param status how it ended, or that it runs
     * @param reason why, in a line; empty when there is nothing to say
     */
    public record Attempt(
            int number, Instant started, @Nullable Instant finished, RunStatus status, String reason) {

        private static final int LONGEST_REASON = 500;

        /** Leaves of the reason its first line, and of a long one the beginning. */
        public Attempt {
            reason = reason.lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
            if (reason.length() > LONGEST_REASON) {
                // Half a character could not be written as JSON.
                int end = LONGEST_REASON - (Character.isHighSurrogate(reason.charAt(LONGEST_REASON - 2)) ? 2 : 1);
                reason = reason.substring(0, end) + "…";
            }
        }
    }

    /**
     * How far a run said it was.
     *
     * @param fraction from 0 to 1
     * @param message in words
     */
    public record Progress(double fraction, String message) {}

    /**
     * A line a body logged.
     *
     * @param time when
     * @param attempt in which attempt
     * @param level how grave
     * @param message what
     */
    public record LogLine(Instant time, int attempt, org.slf4j.event.Level level, String message) {}

    /** The name without the workflow: {@code load} for {@code etl/load}. */
    public String step() {
        return job.substring(job.indexOf('/') + 1);
    }

    /** When the current or last attempt started. */
    public Optional<Instant> started() {
        return Optional.ofNullable(times.started());
    }

    /** When the run ended. */
    public Optional<Instant> finished() {
        return Optional.ofNullable(times.finished());
    }

    /** When a pending run may start, if it is waiting for a time. */
    public Optional<Instant> notBefore() {
        return Optional.ofNullable(times.notBefore());
    }

    /** From the start of the last attempt to the end of the run. */
    public Optional<Duration> duration() {
        return times.started() == null || times.finished() == null
                ? Optional.empty()
                : Optional.of(Duration.between(times.started(), times.finished()));
    }

    /** What the body returned. */
    public Optional<Object> output() {
        return Optional.ofNullable(result.output());
    }

    /** What the last failed attempt failed with. */
    public Optional<Throwable> error() {
        return Optional.ofNullable(result.error());
    }

    /** How far it said it was. */
    public Optional<Progress> progress() {
        return Optional.ofNullable(result.progress());
    }

    /** The lines it logged, the oldest first. */
    public List<LogLine> log() {
        return result.log();
    }

    /**
     * Its attempts, the oldest first, up to the one that runs or was the last. Of those that were followed by others, by
     * policy, by hand or because a node died, the newest 20 are kept.
     */
    public List<Attempt> attempts() {
        List<Attempt> past = result.pastAttempts();
        Instant started = times.started();
        boolean isPast = !past.isEmpty() && past.get(past.size() - 1).number() >= attempt;
        boolean isOneNow = status == RunStatus.RUNNING || status.isTerminal();
        if (started == null || isPast || !isOneNow) {
            return past;
        }
        List<Attempt> all = new ArrayList<>(past);
        all.add(new Attempt(attempt, started, times.finished(), status, reason));
        return List.copyOf(all);
    }
}
