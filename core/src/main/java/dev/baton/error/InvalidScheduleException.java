package dev.baton.error;

/**
 * Thrown when a schedule is malformed, or would never fire.
 *
 * <pre>{@code
 * try {
 *     Schedule.parse(given);
 * } catch (InvalidScheduleException invalid) {
 *     System.out.println(invalid.field() + ": " + invalid.reason());
 * }
 * }</pre>
 */
public final class InvalidScheduleException extends BatonException {

    private final String schedule;
    private final String field;
    private final String reason;

    /**
     * @param schedule the text of the schedule
     * @param field the field the mistake is in ("minute", "day-of-week", …), or "schedule" for the text as a whole
     * @param reason what is wrong and what would be right
     */
    public InvalidScheduleException(String schedule, String field, String reason) {
        super("schedule \"" + schedule + "\": " + (field.equals("schedule") ? "" : field + ": ") + reason);
        this.schedule = schedule;
        this.field = field;
        this.reason = reason;
    }

    /** The text of the schedule. */
    public String schedule() {
        return schedule;
    }

    /** The field the mistake is in, or "schedule" for the text as a whole. */
    public String field() {
        return field;
    }

    /** The problem and its remedy. */
    public String reason() {
        return reason;
    }
}
