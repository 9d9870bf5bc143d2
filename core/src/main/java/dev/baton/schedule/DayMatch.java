package dev.baton.schedule;

/**
 * How day-of-month and day-of-week combine when a spec restricts both.
 *
 * <pre>{@code
 * Job fridayThe13th = Job.named("luck").cron("0 9 13 * FRI").dayMatch(DayMatch.BOTH).run(context -> publish());
 * }</pre>
 */
public enum DayMatch {
    /** A day on which either field matches is a match, as in crontab. */
    EITHER,
    /** Only a day on which both fields match is a match. */
    BOTH
}
