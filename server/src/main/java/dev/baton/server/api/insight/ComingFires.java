package dev.baton.server.api.insight;

import dev.baton.KeptSchedule;
import dev.baton.Registered;
import dev.baton.Timing;
import dev.baton.schedule.Schedule;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.api.definitions.KeptList;
import dev.baton.server.catalog.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Counts the future fires in each of several periods. */
final class ComingFires {

    /**
     * The most fires to count for one definition: counting a schedule that fires every second is not worth the time.
     */
    private static final int MOST = 2_000;

    private final DefinitionServices services;
    private final KeptList kept;

    ComingFires(DefinitionServices services) {
        this.services = services;
        this.kept = new KeptList(services);
    }

    /**
     * Counts the fires.
     *
     * @param from the beginning of the first past bar
     * @param step the length of a bar
     * @param past the number of past bars; the last one contains the current time, and is the first to be counted
     * @param bars the number of bars to count
     */
    List<Integer> count(Instant now, Instant from, Duration step, int past, int bars) {
        Counting tally = new Counting(now, from.plus(step.multipliedBy(past - 1L)), step, new int[bars]);
        for (Entry entry : services.all().catalog().all()) {
            Optional<Registered> registered =
                    services.all().baton().find(entry.name()).filter(one -> !one.isPaused());
            Optional<Timing> timing = services.all().catalog().timing(entry.name());
            Optional<Instant> next = registered.flatMap(Registered::nextFire);
            if (timing.isEmpty() || next.isEmpty()) {
                continue;
            }
            Schedule schedule = timing.get().spec().resolve(entry.name(), services.zone());
            Timing.Bounds bounds = timing.get().bounds();
            tally.add(next, time -> bounds.nextFire(schedule, time));
        }
        for (KeptSchedule one : kept.all()) {
            if (services.all().catalog().find(one.job()).isPresent()) {
                tally.add(one.nextFire(), one.schedule()::nextFire);
            }
        }
        return IntStream.of(tally.counts).boxed().toList();
    }

    /** Fires by bar. */
    private record Counting(Instant now, Instant begin, Duration step, int[] counts) {

        /** Counts the fires of one schedule. */
        void add(Optional<Instant> first, Function<Instant, Optional<Instant>> following) {
            Instant end = begin.plus(step.multipliedBy(counts.length));
            Optional<Instant> next = first;
            for (int fire = 0; fire < MOST && next.isPresent() && next.get().isBefore(end); fire++) {
                Instant time = next.get();
                if (!time.isBefore(now)) {
                    counts[(int) (Duration.between(begin, time).toMillis() / step.toMillis())]++;
                }
                next = following.apply(time);
            }
        }
    }
}
