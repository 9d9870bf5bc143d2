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
 * Creates directories and files that only their owner can read, if the file system has owners: the server's data
 * includes outputs, parameters and hashes of tokens.
 */
public final class PrivateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);

    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /** Creates a directory and its missing parents. An existing directory stays as it is. */
    public static void makeDirectory(Path directory) throws IOException {
        Files.createDirectories(directory, attributes(directory, DIRECTORY));
    }

    /** Creates an empty file. */
    public static void makeFile(Path file) throws IOException {
        Files.createFile(file, attributes(file, FILE));
    }

    /**
     * Creates an empty file and its directory before a library would create it readable for all. SQLite gives the files
     * beside a database the mode of the database. Files of an earlier version lose their permissions for other users.
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
                // The file may belong to another user and be shared through a group on purpose.
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
