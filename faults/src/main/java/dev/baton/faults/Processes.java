package dev.baton.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the operating system does to processes. */
final class Processes {

    private static final Set<Process> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STARTED.forEach(Process::destroyForcibly)));
    }

    private Processes() {}

    /** Makes sure that a process does not outlive this one, also when a test fails. A frozen one can be killed as well. */
    static void endWithDriver(Process process) {
        STARTED.removeIf(started -> !started.isAlive());
        STARTED.add(process);
    }

    static void signal(long process, String signal) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process))
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
