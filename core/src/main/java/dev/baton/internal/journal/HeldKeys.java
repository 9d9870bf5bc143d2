package dev.baton.internal.journal;

import dev.baton.spi.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts new executions aside whose idempotency keys are taken by somebody else's open transaction, and tries them again
 * one by one, so that nothing else waits for that transaction. Safe from any thread.
 */
final class HeldKeys {

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final GroupCommit.Written NOTHING = () -> {};

    private final Time time;
    private final GroupCommit writer;
    private final Set<Batch.Created> aside = ConcurrentHashMap.newKeySet();

    /** The keys of what was put aside, each with the number of entries that wait for it. */
    private final Map<String, Integer> held = new ConcurrentHashMap<>();

    /** @param writer writes each entry in a transaction of its own */
    HeldKeys(Time time, GroupCommit writer) {
        this.time = time;
        this.writer = writer;
    }

    /** Takes new executions if one of their keys is known to be held. Returns whether it did. */
    boolean take(Batch.Created entry) {
        boolean held = concern(entry);
        if (held) {
            write(entry);
        }
        return held;
    }

    private void write(Batch.Created entry) {
        writer.add(entry);
        writer.call();
    }

    /** Whether new executions have a key that an open transaction had taken when it was last tried. */
    boolean concern(Batch.Created entry) {
        return !held.isEmpty() && entry.keys().anyMatch(held::containsKey);
    }

    /**
     * Takes the new executions that have keys out of a batch, and writes the rest.
     *
     * @param writing writes a batch
     * @return null if the batch, as it is now, is to be tried again
     */
    GroupCommit.@Nullable Written putAside(Batch batch, Function<Batch, GroupCommit.@Nullable Written> writing) {
        List<Batch.Created> keyed = batch.takeKeyed();
        if (keyed.isEmpty()) {
            return null;
        }
        for (Batch.Created entry : keyed) {
            hold(entry);
            time.after(PAUSE, () -> write(entry));
        }
        return batch.entries().isEmpty() ? NOTHING : writing.apply(batch);
    }

    private void hold(Batch.Created entry) {
        if (aside.add(entry)) {
            entry.keys().forEach(key -> held.merge(key, 1, Integer::sum));
            entry.whenDone(() -> release(entry));
        }
    }

    private void release(Batch.Created entry) {
        aside.remove(entry);
        entry.keys().forEach(key -> held.computeIfPresent(key, (same, waiting) -> waiting == 1 ? null : waiting - 1));
    }
}
