package dev.baton.spi;

/**
 * A schedule as a {@link ScheduleStore} keeps it. Times are microseconds since 1970, 0 for none.
 *
 * <pre>{@code
 * ScheduleRecord kept = store.schedule("tenant-7").orElseThrow();
 * System.out.println(kept.start().job() + " at " + kept.times().schedule());
 * }</pre>
 *
 * @param name its name
 * @param start the execution that it starts
 * @param times when it fires
 * @param state whether it is paused or removed, and the fires that were handled
 * @param version the number of its last change; each change of any schedule has a higher number than all before
 */
public record ScheduleRecord(String name, Start start, Times times, State state, long version) {

    /**
     * The execution that a schedule starts.
     *
     * @param job the name of the job or workflow
     * @param parameters its parameters, as {@link Codec#encodeAll} wrote them
     */
    public record Start(String job, String parameters) {}

    /**
     * The times at which a schedule fires.
     *
     * @param schedule the schedule as written
     * @param missed what happens to missed fires, as the engine wrote it
     * @param movedFrom the fire that was moved; 0 for none
     * @param movedTo the time it was moved to
     */
    public record Times(String schedule, String missed, long movedFrom, long movedTo) {}

    /**
     * The state of a schedule.
     *
     * @param paused whether the name of its fires is {@linkplain Store#pause paused}
     * @param removed whether it was removed
     * @param dealtWith the time up to which its fires have been handled; 0 if not known
     */
    public record State(boolean paused, boolean removed, long dealtWith) {}

    /** The name under which the fires of a schedule are handled and paused; no job or workflow can have it. */
    public static String firesOf(String name) {
        return "@" + name;
    }
}
