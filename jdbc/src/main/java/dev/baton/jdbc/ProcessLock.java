package dev.baton.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A lock file that one process holds. The operating system releases the lock when the process dies. */
final class ProcessLock implements AutoCloseable {

    private final FileChannel channel;

    private ProcessLock(FileChannel channel) {
        this.channel = channel;
    }

    static ProcessLock on(Path database) {
        Path file = database.resolveSibling(database.getFileName() + ".lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw inUse(database, "another Baton");
            }
            return new ProcessLock(channel);
        } catch (IOException failure) {
            throw new StoreException("cannot open " + file + ": " + failure, failure);
        }
    }

    static StoreException inUse(Path database, String by) {
        return new StoreException(
                database + " is in use by " + by + ": one process at a time can have it. Several share a PostgreSQL");
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new StoreException("cannot give back a lock: " + failure, failure);
        }
    }
}
