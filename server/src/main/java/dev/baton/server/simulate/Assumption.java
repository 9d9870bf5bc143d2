package dev.baton.server.simulate;

import dev.baton.server.http.Doc;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An assumption about a job or step: "extract fails on Monday", "load takes an hour".
 *
 * @param job the name of the job, or {@code workflow/step}, or the step's name alone if it is unambiguous
 * @param outcome how its attempts end; null for the default
 * @param duration how long an attempt takes; null for the default
 * @param items how many items it fans out to; null for the default
 * @param on when the assumption applies; null for always
 */
@Doc("An assumption about a job or step. The last matching assumption applies.")
public record Assumption(
        @Doc("The name of a job, or workflow/step, or the name of a step alone.")
        String job,

        @Doc("How its attempts end; default success.") @Nullable Outcome outcome,

        @Doc("How long an attempt takes; for definitions of the server, the default is the usual duration.") @Nullable Duration duration,

        @Doc("How many items a fan-out finds, if its definition does not list them; default 1.") @Nullable Integer items,

        @Doc("When the assumption applies; always if missing.") @Nullable On on) {

    /** Checks the number of items. */
    public Assumption {
        if (items != null && items < 0) {
            throw new IllegalArgumentException("a fan-out finds no fewer than 0 items, not " + items);
        }
    }

    /** How an attempt ends. */
    public enum Outcome {
        /** The attempt succeeds. */
        SUCCESS,
        /** The attempt fails. */
        FAILURE,
        /** The attempt reports that there is nothing to do. */
        SKIPPED
    }

    /**
     * Limits when an assumption applies: all given parts must match.
     *
     * @param weekdays the days of the week of the execution's scheduled time; null for any
     * @param dates the dates of that time; null for any
     * @param nth which of the runs of the job in the simulation, from 1; null for any
     */
    @Doc("When an assumption applies. All given conditions must match.")
    public record On(
            @Doc("On these days of the week.") @Nullable List<DayOfWeek> weekdays,

            @Doc("On these dates, such as 2026-11-16.") @Nullable List<LocalDate> dates,

            @Doc("For these runs of the job in the simulation, counted from 1.") @Nullable List<Integer> nth) {

        boolean fits(ZonedDateTime scheduled, int number) {
            return (weekdays == null || weekdays.contains(scheduled.getDayOfWeek()))
                    && (dates == null || dates.contains(scheduled.toLocalDate()))
                    && (nth == null || nth.contains(number));
        }
    }

    boolean isAbout(String name) {
        return job.equals(name) || name.endsWith("/" + job);
    }
}
