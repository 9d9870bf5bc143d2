package dev.baton.spi;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The part of a {@link Store} that keeps schedules that are data, and moves executions that wait for their time. A
 * store that overrides no method here keeps no schedules. Safe from any thread; throws the same exceptions as a {@link
 * Store}.
 *
 * <pre>{@code
 * long seen = 0;
 * for (ScheduleRecord changed : store.schedules(seen)) {
 *     seen = Math.max(seen, changed.version());
 * }
 * }</pre>
 */
public interface ScheduleStore {

    /**
     * The schedules whose last change has a higher version, in the order of their versions. Includes removed schedules,
     * except if {@code since} is 0.
     *
     * @param since the version; 0 for all schedules
     */
    default List<ScheduleRecord> schedules(long since) {
        return List.of();
    }

    /** The schedule of this name, unless it was removed long ago. */
    default Optional<ScheduleRecord> schedule(String name) {
        return Optional.empty();
    }

    /**
     * Adds or replaces a schedule and gives it the next version, provided that the stored version is still the version
     * of this record; otherwise another node has changed the schedule since it was read. Leaves the pause as it is, and
     * the handled fires too unless {@code dealtWith} is given.
     *
     * @param schedule the schedule to keep, with the version that was read; 0 if there was none of that name
     * @param dealtWith the time up to which fires count as handled; 0 to leave that alone
     * @return the schedule as it is kept now; empty if another node changed it first, in which case nothing was written
     */
    default Optional<ScheduleRecord> keep(ScheduleRecord schedule, long dealtWith) {
        throw new UnsupportedOperationException("this store keeps no schedules");
    }

    /**
     * Sets the earliest start of an execution that has no owner and has not begun, and wakes nodes that may claim it.
     *
     * @return whether there is such an execution
     */
    default boolean reschedule(UUID execution, long notBefore) {
        throw new UnsupportedOperationException("this store cannot move an execution to another time");
    }
}
