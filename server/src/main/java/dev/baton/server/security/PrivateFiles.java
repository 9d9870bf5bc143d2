package dev.baton.server.security;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories and files that nobody can read but their owner, where the file system knows of owners: what a server keeps
 * holds outputs, parameters and hashes of tokens.
 */
public final class PrivateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);

    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /** Makes a directory, and those above it that are missing. One that is there is somebody's, and stays as it is. */
    public static void makeDirectory(Path directory) throws IOException {
        Files.createDirectories(directory, attributes(directory, DIRECTORY));
    }

    /** Makes an empty file. */
    public static void makeFile(Path file) throws IOException {
        Files.createFile(file, attributes(file, FILE));
    }

    /**
     * Makes an empty file, and its directory, for whoever would make it for all to read. SQLite gives the files that it
     * puts beside a database the database's mode; what is there already of an earlier version is taken from others.
     */
    public static void keepPrivate(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory != null) {
            makeDirectory(directory);
        }
        try {
            makeFile(file);
        } catch (FileAlreadyExistsException e) {
            for (String suffix : new String[] {"", "-wal", "-shm", "-journal"}) {
                takeFromOthers(file.resolveSibling(file.getFileName() + suffix));
            }
        }
    }

    private static void takeFromOthers(Path file) {
        if (isPosix(file) && Files.exists(file)) {
            try {
                Files.setPosixFilePermissions(file, FILE);
            } catch (IOException e) {
                // It may be another user's, and lent to this one through a group: that is as it was meant.
                LOG.warn(
                        "{} may be read by others than this user, and its mode cannot be changed: {}",
                        file,
                        e.toString());
            }
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> mode) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
