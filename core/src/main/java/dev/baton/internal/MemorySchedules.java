package dev.baton.internal;

import dev.baton.spi.ScheduleRecord;
import dev.baton.spi.ScheduleStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Schedules that are data in the memory of one process. Safe from any thread. */
final class MemorySchedules implements ScheduleStore {

    private final Map<String, ScheduleRecord> schedules = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();

    @Override
    public List<ScheduleRecord> schedules(long since) {
        return schedules.values().stream()
                .filter(schedule -> schedule.version() > since)
                .toList();
    }

    @Override
    public Optional<ScheduleRecord> schedule(String name) {
        return Optional.ofNullable(schedules.get(name));
    }

    @Override
    public synchronized Optional<ScheduleRecord> keep(ScheduleRecord schedule, long dealtWith) {
        long version = schedule(schedule.name()).map(ScheduleRecord::version).orElse(0L);
        if (version != schedule.version()) {
            return Optional.empty();
        }
        ScheduleRecord kept = new ScheduleRecord(
                schedule.name(), schedule.start(), schedule.times(), schedule.state(), versions.incrementAndGet());
        if (schedule.state().removed()) {
            schedules.remove(schedule.name());
        } else {
            schedules.put(schedule.name(), kept);
        }
        return Optional.of(kept);
    }
}
