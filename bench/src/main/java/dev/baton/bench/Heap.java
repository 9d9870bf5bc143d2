package dev.baton.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** How much of the heap is in use once the garbage is gone. */
final class Heap {

    private Heap() {}

    static long used() {
        long used = Long.MAX_VALUE;
        // References that only a collection finds to be dead may hold others: until it gets no less.
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, afterCollection());
        }
        return used;
    }

    /**
     * What the last collection left. Not what is in use now: a thread that allocates anything takes a buffer, of 16 MB on
     * a large heap, all of which counts as used.
     */
    private static long afterCollection() {
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            used += left == null ? 0 : left.getUsed();
        }
        return used;
    }
}
