package dev.baton.internal.journal;

import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts new executions aside whose idempotency keys another transaction has taken, and tries them again one by one, so
 * that nothing else waits for that transaction. Of all that have the same key one is tried, and the others wait for its
 * outcome: each try of a held key takes a while. Safe from any thread.
 */
final class HeldKeys {

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final GroupCommit.Written NOTHING = () -> {};

    private final Time time;
    private final GroupCommit writer;
    private final Set<Batch.Created> aside = ConcurrentHashMap.newKeySet();

    /** What was put aside, in a line for each key. What is first in the lines of all its keys is tried. */
    private final Map<String, Deque<Batch.Created>> lines = new ConcurrentHashMap<>();

    /** @param writer writes each entry in a transaction of its own */
    HeldKeys(Time time, GroupCommit writer) {
        this.time = time;
        this.writer = writer;
    }

    /** Takes new executions if one of their keys is known to be held. Returns whether it did. */
    boolean take(Batch.Created entry) {
        boolean isHeld = hasHeldKey(entry);
        if (isHeld) {
            queue(entry);
        }
        return isHeld;
    }

    /** Whether new executions have a key that another transaction had taken when it was last tried. */
    boolean hasHeldKey(Batch.Created entry) {
        return !lines.isEmpty() && entry.keys().anyMatch(lines::containsKey);
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
            if (aside.contains(entry)) {
                time.after(PAUSE, () -> tryAgain(entry));
            } else {
                queue(entry);
            }
        }
        return batch.entries().isEmpty() ? NOTHING : writing.apply(batch);
    }

    private void queue(Batch.Created entry) {
        aside.add(entry);
        boolean isFirst = enterLines(entry);
        entry.whenDone(() -> leave(entry));
        if (isFirst) {
            write(entry);
        }
    }

    private void write(Batch.Created entry) {
        writer.add(entry);
        writer.call();
    }

    /** The first try of another entry goes first, because its key may be free. */
    private void tryAgain(Batch.Created entry) {
        if (writer.waiting() > 0) {
            time.after(PAUSE, () -> tryAgain(entry));
        } else {
            write(entry);
        }
    }

    private void leave(Batch.Created entry) {
        aside.remove(entry);
        leaveLines(entry).forEach(this::write);
    }

    /** Returns whether the entry is first in all lines. */
    private synchronized boolean enterLines(Batch.Created entry) {
        entry.keys()
                .forEach(key ->
                        lines.computeIfAbsent(key, first -> new ArrayDeque<>()).add(entry));
        return isFirst(entry);
    }

    /** Returns the entries that are first in all lines now. */
    private synchronized Set<Batch.Created> leaveLines(Batch.Created entry) {
        Set<Batch.Created> next = new LinkedHashSet<>();
        entry.keys()
                .forEach(key -> lines.computeIfPresent(key, (same, line) -> {
                    boolean wasFirst = line.peek() == entry;
                    line.remove(entry);
                    Batch.Created first = line.peek();
                    if (wasFirst && first != null) {
                        next.add(first);
                    }
                    return first == null ? null : line;
                }));
        next.removeIf(waiting -> !isFirst(waiting));
        return next;
    }

    private boolean isFirst(Batch.Created entry) {
        return entry.keys().map(lines::get).allMatch(line -> line != null && line.peek() == entry);
    }
}
