package dev.baton;

import dev.baton.schedule.MissedFires;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Schedules that are data: each has a name of its own, and starts a registered job or workflow with parameters of its
 * own. A program adds, changes and removes them at run time, for example one for each tenant. On a store they survive
 * restarts, and each fire happens once, on whichever node. In memory they end with the process. Safe from any thread.
 *
 * <pre>{@code
 * Schedules schedules = baton.schedules();
 * schedules.put("tenant-7", report, "TZ=Europe/Berlin 0 2 * * *", new Tenant(7));
 * schedules.pause("tenant-7");
 * schedules.remove("tenant-7");
 * }</pre>
 *
 * <p>The policies of the job, such as overlap and limits, hold over all schedules that start it. A schedule fires on
 * the nodes that have its job registered.
 */
public interface Schedules {

    /**
     * Adds a schedule, or changes the one of that name. A changed schedule text counts from now on: fires that it would
     * have had before are not missed fires. A pause stays.
     *
     * @param name the schedule's name, from which {@code H} is hashed
     * @param start the execution that each fire starts: its parameters, priority and queue
     * @param schedule cron or another form that fires by itself; {@code TZ=Europe/Berlin} in front sets the zone
     * @param missed what happens to missed fires
     * @throws dev.baton.error.InvalidNameException when the name is invalid
     * @throws dev.baton.error.NoSuchJobException when the job or workflow is not registered
     * @throws dev.baton.error.InvalidScheduleException when the schedule is malformed or never fires from now on
     * @throws dev.baton.error.NotPossibleException when the submission has a key, a delay, a time or parents: they
     *     belong to one execution
     */
    KeptSchedule put(String name, Submission start, String schedule, MissedFires missed);

    /** Adds or changes a schedule whose missed fires are skipped; see {@link #put(String, Submission, String, MissedFires)}. */
    default KeptSchedule put(String name, Submission start, String schedule) {
        return put(name, start, schedule, MissedFires.skip());
    }

    /** Adds or changes a schedule of a job that takes an input; see {@link #put(String, Submission, String, MissedFires)}. */
    default <I> KeptSchedule put(String name, TypedJob<I, ?> job, String schedule, I input) {
        return put(name, Submission.of(job, input), schedule);
    }

    /**
     * Moves the next fire to another time; the fires after it stay as they are. Moved past later fires, it comes after
     * them.
     *
     * @param to the new time, in whole seconds
     * @throws dev.baton.error.NoSuchScheduleException when no schedule has that name
     * @throws dev.baton.error.NotPossibleException when the schedule is paused or does not fire again, the time has
     *     passed, an earlier move is still to come and is not the next fire, or the fires count from one another
     *     ({@code @every})
     */
    KeptSchedule move(String name, Instant to);

    /**
     * Pauses a schedule: it does not fire until {@link #resume}. The job can still be started in other ways.
     *
     * @throws dev.baton.error.NoSuchScheduleException when no schedule has that name
     */
    void pause(String name);

    /**
     * Undoes {@link #pause}. The policy for missed fires decides about fires during the pause.
     *
     * @throws dev.baton.error.NoSuchScheduleException when no schedule has that name
     */
    void resume(String name);

    /**
     * Removes a schedule; executions that it has started go on.
     *
     * @return whether there was one
     */
    boolean remove(String name);

    /** The schedule of this name. */
    Optional<KeptSchedule> find(String name);

    /** All schedules, by name. */
    List<KeptSchedule> list();
}
