package dev.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one run of a job or step. Immutable: ask the execution again for a newer one.
 *
 * <pre>{@code
 * Run load = execution.run("load");
 * print(load.status() + " after " + load.attempt() + " attempts: " + load.reason());
 * }</pre>
 *
 * @param id the run's id
 * @param job the job's name; {@code workflow/step} for a step
 * @param status the run's status
 * @param reason the reason for the status in words; never empty when blocked, pending or skipped
 * @param attempt the current or last attempt, from 1; 0 before the first
 * @param times when it started and ended
 * @param result its output, error, progress and log
 */
public record Run(RunId id, String job, RunStatus status, String reason, int attempt, Times times, Result result) {

    /**
     * The times of a run.
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
     * The results of a run so far.
     *
     * @param output the value that the body returned
     * @param error the error of the last failed attempt
     * @param progress the progress that the body last reported
     * @param log the lines that the body logged, the oldest first
     * @param pastAttempts the attempts before the current one, the oldest first
     * @param holder who executes, or executed, the current or last attempt outside this process, as its worker named it
     */
    public record Result(
            @Nullable Object output,
            @Nullable Throwable error,
            @Nullable Progress progress,
            List<LogLine> log,
            List<Attempt> pastAttempts,
            @Nullable String holder) {

        /** No result yet. */
        public static final Result NONE = new Result(null, null, null, List.of());

        /** The result of a run with at most one attempt. */
        public Result(
                @Nullable Object output, @Nullable Throwable error, @Nullable Progress progress, List<LogLine> log) {
            this(output, error, progress, log, List.of(), null);
        }
    }

    /**
     * One try of a run.
     *
     * @param number its number, from 1
     * @param started when it started
     * @param finished when it ended; null while it runs
     * @param status the status it ended with, or {@code RUNNING}
     * @param reason the reason for the status, on one line; may be empty
     */
    public record Attempt(
            int number, Instant started, @Nullable Instant finished, RunStatus status, String reason) {

        private static final int LONGEST_REASON = 500;

        /** Shortens the reason to its first line and to a bounded length. */
        public Attempt {
            reason = reason.lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
            if (reason.length() > LONGEST_REASON) {
                // Never cut a surrogate pair: JSON cannot hold half a character.
                int end = LONGEST_REASON - (Character.isHighSurrogate(reason.charAt(LONGEST_REASON - 2)) ? 2 : 1);
                reason = reason.substring(0, end) + "…";
            }
        }
    }

    /**
     * The progress that a body reported.
     *
     * @param fraction from 0 to 1
     * @param message a description in words
     */
    public record Progress(double fraction, String message) {}

    /**
     * A line that a body logged.
     *
     * @param time when the body logged it
     * @param attempt the attempt that logged it
     * @param level the log level
     * @param message the message
     */
    public record LogLine(Instant time, int attempt, org.slf4j.event.Level level, String message) {}

    /** The name of the step without the workflow: {@code load} for {@code etl/load}. */
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

    /** The time from the start of the last attempt to the end of the run. */
    public Optional<Duration> duration() {
        return times.started() == null || times.finished() == null
                ? Optional.empty()
                : Optional.of(Duration.between(times.started(), times.finished()));
    }

    /** The value that the body returned. */
    public Optional<Object> output() {
        return Optional.ofNullable(result.output());
    }

    /** The error of the last failed attempt. */
    public Optional<Throwable> error() {
        return Optional.ofNullable(result.error());
    }

    /** The progress that the body last reported. */
    public Optional<Progress> progress() {
        return Optional.ofNullable(result.progress());
    }

    /** The holder of the current or last attempt outside this process, as its worker named it. */
    public Optional<String> holder() {
        return Optional.ofNullable(result.holder());
    }

    /** The lines that the body logged, the oldest first. */
    public List<LogLine> log() {
        return result.log();
    }

    /**
     * The attempts, the oldest first, up to the current or last one. Of the earlier attempts, which ended in a retry or
     * with the death of a node, the newest 20 are kept.
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
