package dev.baton.jdbc;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/**
 * Creates node ids that contain the id of the process and the second of its start, besides random bits, so that a
 * second process on the same file finds that the first is alive even if the lock file was removed.
 */
final class ProcessIds {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long LOW = 0xFFFF_FFFFL;

    private ProcessIds() {}

    static UUID newNode() {
        ProcessHandle self = ProcessHandle.current();
        return new UUID(RANDOM.nextLong(), self.pid() << Integer.SIZE | started(self));
    }

    static long pid(UUID node) {
        return node.getLeastSignificantBits() >>> Integer.SIZE;
    }

    /** Whether a node is in a process on this host that is alive, and not this one. */
    static boolean isAnotherAlive(UUID node) {
        long pid = pid(node);
        long start = node.getLeastSignificantBits() & LOW;
        return start != 0
                && pid != ProcessHandle.current().pid()
                && ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .filter(process -> started(process) == start)
                        .isPresent();
    }

    /** 0 if the system does not report it. */
    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::getEpochSecond).orElse(0L) & LOW;
    }
}
