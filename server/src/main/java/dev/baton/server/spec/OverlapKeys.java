package dev.baton.server.spec;

import dev.baton.policy.Overlap;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;

/** The two keys for overlaps: how many executions may be active at once, and what Baton does with one more. */
final class OverlapKeys {

    /** The words in files. With a limit, {@code allow} skips executions above it. */
    enum Word {
        ALLOW,
        SKIP,
        QUEUE,
        REPLACE
    }

    static final Key<Word> OVERLAP = Key.of(
                    "overlap",
                    Types.choice(Word.class, '_'),
                    "What to do when it is due while it still runs: run side by side (`allow`), skip, queue behind it, or replace it.")
            .otherwise(Word.ALLOW);
    static final Key<Integer> MAX_CONCURRENT = most("max_concurrent");
    static final Key<Integer> MAX_ACTIVE = most("max_active").alias("max_concurrent");

    private OverlapKeys() {}

    private static Key<Integer> most(String name) {
        return Key.of(
                name,
                Types.integer(1, Integer.MAX_VALUE),
                "How many may be active at once; without it any number for `allow`, and one for the others.");
    }

    static Overlap read(Table table, Key<Integer> mostKey) {
        Word word = table.get(OVERLAP);
        Integer most = table.find(mostKey);
        Overlap overlap = switch (word) {
            case ALLOW -> Overlap.allow();
            case SKIP -> Overlap.skip();
            case QUEUE -> Overlap.queue();
            case REPLACE -> Overlap.replace();
        };
        return most == null ? overlap : overlap.upTo(most);
    }

    static void write(Overlap overlap, Key<Integer> mostKey, Out out) {
        out.put(OVERLAP, word(overlap));
        if (!overlap.isUnlimited() || word(overlap) != Word.ALLOW) {
            out.put(mostKey, overlap.limit());
        }
    }

    private static Word word(Overlap overlap) {
        return switch (overlap.mode()) {
            case SKIP -> Word.ALLOW;
            case QUEUE -> Word.QUEUE;
            case REPLACE -> Word.REPLACE;
        };
    }
}
