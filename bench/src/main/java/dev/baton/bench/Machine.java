package dev.baton.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** The machine of the measurement. */
final class Machine {

    static final int CORES = Runtime.getRuntime().availableProcessors();

    private Machine() {}

    static String describe() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        String collector = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .findFirst()
                .orElse("?");
        return "%d cores (%s, %s), load %.1f at the start; Java %s (%s), heap of %d MB, %s"
                .formatted(
                        CORES,
                        system.getName(),
                        system.getArch(),
                        system.getSystemLoadAverage(),
                        Runtime.version(),
                        System.getProperty("java.vm.vendor"),
                        Runtime.getRuntime().maxMemory() >> 20,
                        collector);
    }
}
