package dev.baton.server.api.insight;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is found out once for all who ask at the same time, and kept for a few times as long as that took: however
 * often it is asked for, and however much there is to look at, it takes a fixed share of one processor at most. What is
 * found out in no time is as good as never kept. Safe from any thread.
 */
final class Remembered<T> {

    private static final int TIMES_AS_LONG = 4;

    private final Supplier<T> find;
    private final LongSupplier nanos;
    private @Nullable T known;
    private long until;

    Remembered(Supplier<T> find, LongSupplier nanos) {
        this.find = find;
        this.nanos = nanos;
    }

    synchronized T get() {
        long begun = nanos.getAsLong();
        T answer = known;
        if (answer == null || begun - until >= 0) {
            answer = find.get();
            known = answer;
            long end = nanos.getAsLong();
            until = end + (end - begun) * TIMES_AS_LONG;
        }
        return answer;
    }
}
