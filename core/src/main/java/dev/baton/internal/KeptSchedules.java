package dev.baton.internal;

import dev.baton.KeptSchedule;
import dev.baton.Schedules;
import dev.baton.Submission;
import dev.baton.error.NoSuchScheduleException;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.fire.Fires;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Codec;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.ScheduleRecord;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedules that are data. Each node that runs knows all of them, fires each, and reads it again at each fire: a
 * change that this node has not heard of yet must not fire by its old times. Safe from any thread.
 */
final class KeptSchedules implements Schedules {

    private static final Logger LOG = LoggerFactory.getLogger(KeptSchedules.class);

    /** How long a fire waits for a store that was unreachable. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Parts parts;
    private final ScheduleStore store;
    private final @Nullable Codec codec;
    private final Time time;
    private final ZoneId zone;
    private final Executor later;
    private final Consumer<String> check;
    private final Map<String, KeptEntry> entries = new ConcurrentHashMap<>();
    private final AtomicLong seen = new AtomicLong();

    /**
     * The parts of the engine that fire.
     *
     * @param registry the jobs and workflows
     * @param owner records pauses
     * @param schedules waits for fires
     * @param submissions starts executions
     * @param running whether schedules fire
     */
    record Parts(
            Registry registry,
            ExecutionOwner owner,
            dev.baton.internal.fire.Schedules schedules,
            Submissions submissions,
            BooleanSupplier running) {}

    /**
     * Knows no schedules yet.
     *
     * @param store keeps them; null for memory alone
     * @param check throws if the engine is closed; the argument names the operation for the message
     */
    KeptSchedules(Parts parts, @Nullable Store store, Settings settings, Executor later, Consumer<String> check) {
        this.parts = parts;
        this.store = store == null ? new MemorySchedules() : store;
        this.codec = store == null ? null : store.codec();
        this.time = settings.time();
        this.zone = settings.zone();
        this.later = later;
        this.check = check;
    }

    // ---- changes

    @Override
    public KeptSchedule put(String name, Submission start, String schedule, MissedFires missed) {
        check.accept("keeping the schedule \"" + name + "\"");
        new KeptSchedule(name, start.name(), Map.of(), Schedule.triggered(), missed, false, Optional.empty());
        parts.registry().get(start.name());
        refuseOneOff(name, start);
        Instant now = time.now();
        ScheduleRecord.Times times = KeptTimes.fresh(name, schedule, missed, zone, now);
        ScheduleRecord.Start what =
                new ScheduleRecord.Start(start.name(), codec == null ? "{}" : codec.encodeAll(start.parameters()));
        ScheduleRecord kept = change(
                () -> store.schedule(name).orElse(null),
                old -> renewed(name, what, times, old),
                old -> isNew(old, schedule) ? Time.toMicros(now) : 0);
        adopt(kept, codec == null ? start.parameters() : null);
        return show(kept);
    }

    private static boolean isNew(@Nullable ScheduleRecord old, String schedule) {
        return old == null || old.state().removed() || !old.times().schedule().equals(schedule);
    }

    /** The schedule in place of an old one: with the same times, a moved fire stays moved. */
    private static ScheduleRecord renewed(
            String name, ScheduleRecord.Start what, ScheduleRecord.Times times, @Nullable ScheduleRecord old) {
        if (old == null) {
            return new ScheduleRecord(name, what, times, new ScheduleRecord.State(false, false, 0), 0);
        }
        boolean paused = !old.state().removed() && old.state().paused();
        ScheduleRecord.Times unlessMoved = isNew(old, times.schedule())
                ? times
                : new ScheduleRecord.Times(
                        times.schedule(),
                        times.missed(),
                        old.times().movedFrom(),
                        old.times().movedTo());
        return new ScheduleRecord(name, what, unlessMoved, new ScheduleRecord.State(paused, false, 0), old.version());
    }

    /**
     * Changes a schedule from what it is now. If another node or thread has changed it since it was read, the change is
     * made again from what it has become.
     *
     * @param read reads the schedule; null if there is none
     * @param made the schedule as it will be, with the version of the one that was read
     * @param dealtWith the time up to which fires count as handled; 0 to leave that alone
     */
    private <R extends @Nullable ScheduleRecord> ScheduleRecord change(
            Supplier<R> read, Function<R, ScheduleRecord> made, ToLongFunction<R> dealtWith) {
        while (true) {
            R old = read.get();
            Optional<ScheduleRecord> kept = store.keep(made.apply(old), dealtWith.applyAsLong(old));
            if (kept.isPresent()) {
                return kept.get();
            }
        }
    }

    private static void refuseOneOff(String name, Submission start) {
        boolean oneOff = start.key().isPresent()
                || start.asOf(Instant.EPOCH).notBefore().isPresent()
                || start.scheduledTime().isPresent()
                || !start.parents().isEmpty();
        if (oneOff) {
            throw new NotPossibleException(
                    "schedule \"" + name + "\" starts an execution at each fire: a key, a delay, a"
                            + " time and parents belong to one execution. Leave them out.");
        }
    }

    @Override
    public KeptSchedule move(String name, Instant to) {
        ScheduleRecord moved = change(
                () -> get(name),
                record -> new ScheduleRecord(
                        name,
                        record.start(),
                        KeptTimes.move(record, to, zone, time.now()),
                        record.state(),
                        record.version()),
                record -> 0);
        adopt(moved, null);
        return show(moved);
    }

    @Override
    public void pause(String name) {
        pause(name, true);
    }

    @Override
    public void resume(String name) {
        pause(name, false);
    }

    private void pause(String name, boolean paused) {
        ScheduleRecord record = get(name);
        parts.owner().keepPaused(ScheduleRecord.firesOf(name), paused);
        if (codec == null) {
            // Memory has no other place for it; the content stays, so that the fires go on from where they are.
            change(() -> get(name), now -> withState(now, paused, false), now -> 0);
        } else {
            adopt(record, null);
        }
        KeptEntry entry = entries.get(name);
        if (entry != null) {
            parts.schedules().pause(entry, paused);
        }
    }

    @Override
    public boolean remove(String name) {
        while (true) {
            ScheduleRecord record = find(name, false);
            if (record == null) {
                return false;
            }
            Optional<ScheduleRecord> removed = store.keep(withState(record, false, true), 0);
            if (removed.isPresent()) {
                if (record.state().paused()) {
                    parts.owner().keepPaused(ScheduleRecord.firesOf(name), false);
                }
                adopt(removed.get(), null);
                return true;
            }
        }
    }

    private static ScheduleRecord withState(ScheduleRecord record, boolean paused, boolean removed) {
        ScheduleRecord.State state =
                new ScheduleRecord.State(paused, removed, record.state().dealtWith());
        return new ScheduleRecord(record.name(), record.start(), record.times(), state, record.version());
    }

    // ---- what is kept

    @Override
    public Optional<KeptSchedule> find(String name) {
        return Optional.ofNullable(find(name, false)).map(this::show);
    }

    @Override
    public List<KeptSchedule> list() {
        return store.schedules(0).stream()
                .sorted(Comparator.comparing(ScheduleRecord::name))
                .map(this::show)
                .toList();
    }

    private ScheduleRecord get(String name) {
        ScheduleRecord record = find(name, false);
        if (record == null) {
            throw new NoSuchScheduleException(name, store.schedules(0).stream().map(ScheduleRecord::name)::iterator);
        }
        return record;
    }

    private @Nullable ScheduleRecord find(String name, boolean removedToo) {
        return store.schedule(name)
                .filter(record -> removedToo || !record.state().removed())
                .orElse(null);
    }

    private KeptSchedule show(ScheduleRecord record) {
        Schedule schedule = KeptTimes.schedule(record, zone);
        KeptEntry entry = entries.get(record.name());
        Fires fires = entry == null ? null : parts.schedules().of(entry);
        Optional<Instant> waitsFor = fires == null ? Optional.empty() : fires.next();
        boolean paused = record.state().paused();
        return new KeptSchedule(
                record.name(),
                record.start().job(),
                HiddenParameters.visible(shown(record)),
                schedule,
                KeptTimes.read(record.times().missed()),
                paused,
                paused ? Optional.empty() : waitsFor.or(() -> schedule.nextFire(time.now())));
    }

    private Map<String, Object> shown(ScheduleRecord record) {
        try {
            return parameters(record);
        } catch (IllegalArgumentException e) {
            LOG.warn("schedule {}: its parameters cannot be read here: {}", record.name(), e.getMessage());
            return Map.of();
        }
    }

    private Map<String, Object> parameters(ScheduleRecord record) {
        KeptEntry entry = entries.get(record.name());
        Map<String, Object> given = entry == null ? null : entry.content().parameters();
        if (codec == null) {
            return given == null ? Map.of() : given;
        }
        Definition definition = parts.registry().find(record.start().job());
        ClassLoader loader = definition == null
                ? KeptSchedules.class.getClassLoader()
                : parts.registry().planOf(definition).nodes()[0].loader();
        return codec.decodeAll(record.start().parameters(), loader);
    }

    // ---- fires

    /** Applies the changes of other nodes, or from before a restart, and the pauses. */
    void follow(Set<String> paused) {
        changed().forEach(record -> adopt(record, null));
        entries.values().forEach(entry -> parts.schedules().pause(entry, paused.contains(entry.name())));
    }

    private List<ScheduleRecord> changed() {
        List<ScheduleRecord> changed = store.schedules(seen.get());
        changed.forEach(record -> seen.accumulateAndGet(record.version(), Math::max));
        return changed;
    }

    /** Goes by a schedule as it is kept now, unless this node knows a later version of it. */
    private synchronized void adopt(ScheduleRecord record, @Nullable Map<String, Object> given) {
        KeptEntry known = entries.get(record.name());
        if (known != null && known.record().version() >= record.version()) {
            return;
        }
        if (record.state().removed()) {
            forget(record.name());
            return;
        }
        try {
            Map<String, Object> parameters =
                    given == null && known != null ? known.content().parameters() : given;
            KeptEntry.Content content = new KeptEntry.Content(record, KeptTimes.timing(record.times()), parameters);
            Schedule schedule = KeptTimes.schedule(record, zone);
            KeptEntry entry = known == null ? new KeptEntry(content) : known;
            synchronized (entry) {
                entry.set(content);
                entries.put(record.name(), entry);
                parts.schedules().put(entry, schedule);
            }
        } catch (RuntimeException e) {
            LOG.error("schedule {} cannot be read, and does not fire here", record.name(), e);
        }
    }

    private synchronized void forget(String name) {
        KeptEntry known = entries.remove(name);
        if (known != null) {
            parts.schedules().remove(known);
        }
    }

    /** Starts an execution for a fire, on another thread: what is kept is read first. */
    void fire(KeptEntry entry, Fires.Fire fire) {
        later.execute(() -> {
            try {
                fireNow(entry, fire);
            } catch (StoreUnavailableException e) {
                time.after(PAUSE, () -> fire(entry, fire));
            } catch (RuntimeException e) {
                LOG.error("schedule {} could not fire", entry.record().name(), e);
            }
        });
    }

    private void fireNow(KeptEntry entry, Fires.Fire fire) {
        String name = entry.record().name();
        if (!parts.running().getAsBoolean() || entries.get(name) != entry) {
            return;
        }
        ScheduleRecord now = find(name, true);
        if (now == null) {
            forget(name);
            return;
        }
        if (codec != null && now.version() != entry.record().version()) {
            adopt(now, null);
            return;
        }
        Definition definition = parts.registry().find(now.start().job());
        if (now.state().paused() || entry.isPaused() || definition == null || definition.isPaused()) {
            LOG.debug("schedule {} does not fire now: it or its job is paused, or the job is not registered", name);
            return;
        }
        parts.submissions().fire(definition, fire, parameters(now), entry.name(), () -> lookBack(entry));
    }

    private void lookBack(KeptEntry entry) {
        Fires fires = parts.schedules().of(entry);
        if (fires != null) {
            fires.lookBack();
        }
    }
}
