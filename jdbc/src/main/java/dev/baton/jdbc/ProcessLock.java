package dev.baton.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A lock file that one process holds. The operating system releases the lock when the process dies. */
final class ProcessLock implements AutoCloseable {

    /**
     * The lock files of this process. The system takes a lock from a process that closes any of its descriptors of the
     * file: one that is locked must not be opened again.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks a database, which is given by its absolute path. */
    static ProcessLock on(Path database) {
        Path file = database.resolveSibling(database.getFileName() + ".lock");
        try {
            Path real = file.resolveSibling(".").toRealPath().resolve(file.getFileName());
            if (!HELD.add(real)) {
                throw inUse(database, "another Baton");
            }
            FileChannel channel = null;
            try {
                channel = locked(real);
            } finally {
                if (channel == null) {
                    HELD.remove(real);
                }
            }
            if (channel == null) {
                throw inUse(database, "another Baton");
            }
            return new ProcessLock(real, channel);
        } catch (IOException failure) {
            throw new StoreException("cannot open " + file + ": " + failure, failure);
        }
    }

    /** The locked file; null if another process has the lock. */
    private static @Nullable FileChannel locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean isLocked = false;
        try {
            isLocked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Held by classes of another class loader.
            return null;
        } finally {
            if (!isLocked) {
                channel.close();
            }
        }
        return isLocked ? channel : null;
    }

    static StoreException inUse(Path database, String by) {
        return new StoreException(
                database + " is in use by " + by + ": one process at a time can have it. Several share a PostgreSQL");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new StoreException("cannot give back a lock: " + failure, failure);
        } finally {
            HELD.remove(file);
        }
    }
}
