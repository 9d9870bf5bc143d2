package dev.baton.server.api.definitions;

import dev.baton.KeptSchedule;
import dev.baton.Schedules;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The schedules that are data, for pages that ask for all of them often: they are read again after a moment. Safe from
 * any thread.
 */
public final class KeptList {

    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Schedules schedules;
    private final Clock clock;
    private volatile Read last = new Read(List.of(), Instant.MIN);

    private record Read(List<KeptSchedule> all, Instant time) {}

    /** Reads nothing yet. */
    public KeptList(DefinitionServices services) {
        this.schedules = services.all().baton().schedules();
        this.clock = services.clock();
    }

    /** The schedules, by name; those that were changed in this moment may be as they were before. */
    public List<KeptSchedule> all() {
        Read read = last;
        Instant now = clock.instant();
        if (!now.isBefore(read.time) && now.minus(FRESH).isBefore(read.time)) {
            return read.all;
        }
        Read fresh = new Read(schedules.list(), now);
        last = fresh;
        return fresh.all;
    }

    /** The number of schedules. */
    public int size() {
        return all().size();
    }
}
