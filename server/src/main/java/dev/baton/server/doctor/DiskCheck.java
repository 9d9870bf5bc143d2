package dev.baton.server.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks that the disk has room for the server's data. */
public final class DiskCheck implements Check {

    private static final long MEGABYTE = 1024 * 1024;
    private static final long LITTLE = 1024 * MEGABYTE;
    private static final long NOTHING = 100 * MEGABYTE;

    private final Path directory;

    /** Checks the disk of the server's data directory. */
    public DiskCheck(Path directory) {
        this.directory = directory;
    }

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public List<Finding> look() {
        long free = free();
        String detail = free / MEGABYTE + " MB are free for the server's data";
        String hint = "Free some space, or keep less data: fewer executions, shorter logs.";
        if (free < NOTHING) {
            return List.of(Finding.fail(name(), detail, hint));
        }
        return List.of(free < LITTLE ? Finding.warn(name(), detail, hint) : Finding.ok(name(), detail));
    }

    private long free() {
        try {
            FileStore disk = Files.getFileStore(directory);
            return disk.getUsableSpace();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
