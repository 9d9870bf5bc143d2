package dev.baton.worker;

import dev.baton.worker.kind.Spools;
import dev.baton.worker.process.Programs;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Optional;

/**
 * The data directory of a worker: its id, and the commands that outlive its process. One process at a time uses it, until
 * it is closed. Only this user can read it. Safe from any thread.
 *
 * <pre>{@code
 * WorkerFiles files = WorkerFiles.open(directory, new Programs(threads), Clock.systemUTC())
 *         .orElseThrow(() -> new IOException("another worker uses " + directory));
 * Launcher launcher = Launcher.of(files.spools());
 * }</pre>
 */
public final class WorkerFiles implements AutoCloseable {

    private static final String ID = "worker";

    private final Path directory;
    private final FileChannel lock;
    private final Spools spools;

    private WorkerFiles(Path directory, FileChannel lock, Spools spools) {
        this.directory = directory;
        this.lock = lock;
        this.spools = spools;
    }

    /**
     * Opens a directory, which is made if necessary, and looks for commands that were left behind there.
     *
     * @param clock tells when commands begin
     * @return empty if another process uses it
     * @throws IOException when it cannot be made or read
     */
    public static Optional<WorkerFiles> open(Path directory, Programs programs, Clock clock) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileChannel lock =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (!isFree(lock)) {
                lock.close();
                return Optional.empty();
            }
            Spools spools = new Spools(directory.resolve("commands"), programs, clock);
            spools.keepUntilDelivered();
            return Optional.of(new WorkerFiles(directory, lock, spools));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static boolean isFree(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    /** Lets another worker use the directory; so does the end of the process, in whichever way it ends. */
    @Override
    public void close() throws IOException {
        lock.close();
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    /** The commands that outlive the process. */
    public Spools spools() {
        return spools;
    }

    /** The id that servers last gave to the worker of this directory; empty if there was none. */
    Optional<String> id() {
        try {
            String text = Files.readString(directory.resolve(ID)).strip();
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new DispatchUnavailableException("the worker's id cannot be read from " + directory + ": " + e, e);
        }
    }

    /** Keeps an id for the next start. */
    void keepId(String id) {
        Path file = directory.resolve(ID);
        Path draft = directory.resolve(ID + ".new");
        try {
            Files.writeString(draft, id + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new DispatchUnavailableException("the worker's id cannot be written to " + directory + ": " + e, e);
        }
    }
}
