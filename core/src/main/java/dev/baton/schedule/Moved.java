package dev.baton.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A schedule with one fire moved to another time.
 *
 * @param plan the schedule without the move
 * @param from the original time of the fire
 * @param to its new time, in whole seconds
 */
record Moved(Schedule plan, Instant from, Instant to) implements Schedule {

    @Override
    public Optional<Instant> next(Instant after) {
        Optional<Instant> planned = plan.next(after);
        if (planned.filter(from::equals).isPresent()) {
            planned = plan.next(from);
        }
        return Stream.concat(planned.stream(), Stream.of(to).filter(after::isBefore))
                .min(Instant::compareTo);
    }

    @Override
    public Optional<Instant> previous(Instant before) {
        Optional<Instant> planned = plan.previous(before);
        if (planned.filter(from::equals).isPresent()) {
            planned = plan.previous(from);
        }
        return Stream.concat(planned.stream(), Stream.of(to).filter(before::isAfter))
                .max(Instant::compareTo);
    }

    @Override
    public Optional<Instant> nextFire(Instant after) {
        Optional<Instant> planned = plan.nextFire(after);
        if (planned.filter(from::equals).isPresent()) {
            planned = plan.nextFire(from);
        }
        return Stream.concat(planned.stream(), Stream.of(to).filter(after::isBefore))
                .min(Instant::compareTo);
    }

    @Override
    public boolean isRepeat(Instant fire) {
        return !fire.equals(to) && plan.isRepeat(fire);
    }

    @Override
    public boolean firesByItself() {
        return plan.firesByItself();
    }

    @Override
    public String describe() {
        return plan.describe() + "; the fire of " + from + " at " + to;
    }

    @Override
    public List<String> warnings() {
        return plan.warnings();
    }

    @Override
    public String text() {
        return plan.text();
    }

    @Override
    public ZoneId zone() {
        return plan.zone();
    }
}
