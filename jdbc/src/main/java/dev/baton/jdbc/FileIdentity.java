package dev.baton.jdbc;

import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Detects that a file was removed or replaced while it is open: the system lets a process write to the former file,
 * which no one will ever read. Safe from any thread.
 *
 * <pre>{@code
 * FileIdentity identity = new FileIdentity(file);
 * identity.check(); // throws once the file was removed or replaced
 * }</pre>
 */
public final class FileIdentity {

    private final Path file;
    private volatile @Nullable Object key;

    /** Watches a file, from the first {@link #check} at which it exists. */
    public FileIdentity(Path file) {
        this.file = file.toAbsolutePath();
    }

    /** The name of the file, without its directory. */
    public String name() {
        return String.valueOf(file.getFileName());
    }

    /**
     * Checks that the file is the original one.
     *
     * @throws StoreUnavailableException if it was removed or replaced; the store is available again once the original
     *     file is back
     */
    public void check() {
        String objection = objection();
        if (objection != null) {
            throw new StoreUnavailableException(objection, new IOException(file.toString()), true);
        }
    }

    /** The problem with the file, in words; null if there is none. */
    public @Nullable String objection() {
        Object first = key;
        Object now = current();
        if (first == null) {
            key = now;
            return null;
        }
        if (now == null) {
            return file + " was removed while it is in use: nothing can be recorded until it is back";
        }
        return now.equals(first)
                ? null
                : file + " was replaced while it is in use: nothing can be recorded until the former file is back, or"
                        + " Baton is started again";
    }

    /** Null if there is no such file, or the system does not tell files apart. */
    private @Nullable Object current() {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }
}
