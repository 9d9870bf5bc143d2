package dev.baton.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** How much of the heap is in use once the garbage is gone. */
final class Heap {

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private Heap() {}

    static long used() {
        long used = Long.MAX_VALUE;
        // References that only a collection finds to be dead may hold others: until it gets no less.
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, MEMORY.getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
