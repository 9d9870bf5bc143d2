package dev.baton.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The instants at which a job fires. A schedule is an immutable value with a resolution of one second. It never reads a
 * clock, and every method may be called from any thread.
 *
 * <p>{@link #next(Instant) next} and {@link #previous(Instant) previous} are pure calendar arithmetic and report both
 * instants of a local time that autumn repeats. {@link #nextFire(Instant) nextFire} is the method for schedulers: it
 * leaves out {@linkplain #isRepeat(Instant) repeats}.
 *
 * <pre>{@code
 * Schedule schedule = Schedule.parse("TZ=Europe/Berlin 30 2 * * MON-FRI");
 * List<Instant> soon = schedule.next(Instant.now(), 5);
 * String words = schedule.describe();
 * }</pre>
 */
public sealed interface Schedule permits Cron, Every, At, Startup, Triggered, Moved {

    /** The result of {@link #nextFireSecond(long)} if the schedule does not fire again. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Parses a spec with {@link ScheduleOptions#DEFAULT}.
     *
     * @throws dev.baton.error.InvalidScheduleException if the spec is malformed; names the field, the text and the
     *     reason
     */
    static Schedule parse(String text) {
        return parse(text, ScheduleOptions.DEFAULT);
    }

    /**
     * Parses a spec. A well-formed spec that never fires (30 February) is accepted: {@link #nextFire(Instant)} is then
     * empty, and the caller decides whether to reject it.
     *
     * @throws dev.baton.error.InvalidScheduleException if the spec is malformed; names the field, the text and the
     *     reason
     */
    static Schedule parse(String text, ScheduleOptions options) {
        return new ScheduleParser(text, options).parse();
    }

    /**
     * A schedule that fires one interval after its last fire. Fractions of a second are dropped.
     *
     * @throws dev.baton.error.InvalidScheduleException if the interval is shorter than a second
     */
    static Schedule every(Duration interval) {
        return new Every(interval, "@every " + DurationText.format(interval), ScheduleOptions.DEFAULT.zone());
    }

    /** A schedule that fires once, at this instant or, if it has a fraction, at the next whole second. */
    static Schedule at(Instant instant) {
        return new At(instant, "@at " + instant, ScheduleOptions.DEFAULT.zone());
    }

    /** A schedule that fires once when the scheduler starts, and at no instant known in advance. */
    static Schedule startup() {
        return new Startup("@startup", ScheduleOptions.DEFAULT.zone());
    }

    /** A schedule that never fires by itself. */
    static Schedule triggered() {
        return new Triggered("@triggered", ScheduleOptions.DEFAULT.zone());
    }

    /**
     * This schedule with one fire moved to another time; all other fires stay. A fraction of a second is rounded down.
     *
     * @param from the original time of the fire
     * @param to its new time
     * @throws IllegalArgumentException if the fires of this schedule count from one another
     */
    default Schedule withMoved(Instant from, Instant to) {
        if (this instanceof Every) {
            throw new IllegalArgumentException("the fires of \"" + text() + "\" count from one another");
        }
        return new Moved(this, from, Instant.ofEpochSecond(to.getEpochSecond()));
    }

    /** The first instant strictly after the given one, or empty if there is none within the search limit. */
    Optional<Instant> next(Instant after);

    /** The last instant strictly before the given one, or empty if there is none within the search limit. */
    Optional<Instant> previous(Instant before);

    /** The next instants in ascending order: as many as asked for, or as many as there are. */
    default List<Instant> next(Instant after, int count) {
        return walk(after, count, this::next);
    }

    /** The previous instants in descending order: as many as asked for, or as many as there are. */
    default List<Instant> previous(Instant before, int count) {
        return walk(before, count, this::previous);
    }

    /** Every instant between the two, both of them excluded, in ascending order. */
    default List<Instant> between(Instant start, Instant end) {
        return between(start, end, Integer.MAX_VALUE);
    }

    /** The first instants between the two, both of them excluded, in ascending order and at most {@code limit}. */
    default List<Instant> between(Instant start, Instant end, int limit) {
        return walk(start, limit, after -> next(after).filter(end::isAfter));
    }

    /** How many instants lie between the two, both of them excluded. */
    default long count(Instant start, Instant end) {
        return count(start, end, Long.MAX_VALUE);
    }

    /** How many instants lie between the two, both of them excluded; stops counting at {@code limit}. */
    default long count(Instant start, Instant end, long limit) {
        long count = 0;
        Optional<Instant> instant = next(start);
        while (count < limit && instant.isPresent() && instant.get().isBefore(end)) {
            count++;
            instant = next(instant.get());
        }
        return count;
    }

    /** Whether the second that holds this instant is one of the schedule's; fractions of a second are ignored. */
    default boolean matches(Instant at) {
        Instant second = Instant.ofEpochSecond(at.getEpochSecond());
        return next(second.minusSeconds(1)).filter(second::equals).isPresent();
    }

    /**
     * Whether a scheduler must leave this instant out: it is the second pass over a local time that a clock change
     * repeats, and the schedule names its hours. A schedule whose hour field is {@code *} or {@code *}{@code /n}
     * follows elapsed time and has no repeats.
     */
    default boolean isRepeat(Instant fire) {
        return false;
    }

    /** The first instant strictly after the given one that a scheduler fires: {@link #next} without repeats. */
    default Optional<Instant> nextFire(Instant after) {
        return next(after);
    }

    /**
     * {@link #nextFire} for callers that count in epoch seconds and keep millions of schedules: it allocates nothing
     * for cron schedules. Returns {@link #NEVER} if the schedule does not fire again.
     */
    default long nextFireSecond(long afterEpochSecond) {
        return nextFire(Instant.ofEpochSecond(afterEpochSecond))
                .map(Instant::getEpochSecond)
                .orElse(NEVER);
    }

    /**
     * Whether the schedule fires at times of the clock. False for {@link Triggered}, and for {@link Startup}, which
     * fires when the scheduler starts.
     */
    default boolean firesByItself() {
        return true;
    }

    /** The meaning of the schedule in plain English: {@code at 14:30, Monday to Friday}. */
    String describe();

    /**
     * Warnings for the author of the spec about parts that are allowed but rarely intended. Empty for most schedules.
     */
    default List<String> warnings() {
        return List.of();
    }

    /** The spec as it was given; for a schedule made by a factory method, the spec that would make the same. */
    String text();

    /** The time zone of the spec. */
    ZoneId zone();

    private static List<Instant> walk(Instant from, int count, Function<Instant, Optional<Instant>> step) {
        if (count < 0) {
            throw new IllegalArgumentException("cannot list " + count + " instants");
        }
        List<Instant> instants = new ArrayList<>();
        Optional<Instant> instant = Optional.of(from);
        while (instants.size() < count) {
            instant = instant.flatMap(step);
            if (instant.isEmpty()) {
                break;
            }
            instants.add(instant.get());
        }
        return List.copyOf(instants);
    }
}
