package dev.baton.worker.kind;

import dev.baton.worker.process.RunUser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The temporary files of one run, in a directory that no other user can read. Closing removes them. */
final class Workplace implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Workplace.class);

    private final Path directory;
    private final RunUser user;
    private int files;

    /** @param user the owner of the files */
    Workplace(RunUser user) throws IOException {
        this(Files.createTempDirectory("baton-run-"), user);
    }

    private Workplace(Path directory, RunUser user) throws IOException {
        this.user = user;
        this.directory = directory;
        user.open(directory);
    }

    /**
     * Files in a directory within this one, which outlives this process; elsewhere if the files are another user's, who
     * cannot reach them here.
     */
    static Workplace in(Path parent, RunUser user) throws IOException {
        return user.isOwn() ? new Workplace(Files.createDirectory(parent.resolve("files")), user) : new Workplace(user);
    }

    /** The files that an earlier process of the worker made. */
    static Workplace earlier(Path directory, RunUser user) throws IOException {
        return new Workplace(directory, user);
    }

    /** The first file that was made here. */
    Path first() {
        return directory.resolve("file-1");
    }

    /** The second file that was made here. */
    Path second() {
        return directory.resolve("file-2");
    }

    Path directory() {
        return directory;
    }

    /** Creates an empty file. */
    Path newFile() throws IOException {
        Path file = create();
        user.own(file);
        return file;
    }

    /** Creates a file with this text. */
    Path newFile(String content) throws IOException {
        Path file = Files.writeString(create(), content);
        user.own(file);
        return file;
    }

    /** Content that is written to a file piece by piece. */
    @FunctionalInterface
    interface Content {

        void writeTo(OutputStream to) throws IOException, InterruptedException;
    }

    /** Creates a file with content that need not fit into memory. */
    Path newFile(Content content) throws IOException, InterruptedException {
        Path file = create();
        try (OutputStream to = Files.newOutputStream(file)) {
            content.writeTo(to);
        }
        user.own(file);
        return file;
    }

    private Path create() throws IOException {
        files++;
        return Files.createFile(directory.resolve("file-" + files));
    }

    @Override
    public void close() {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new Removal());
        } catch (IOException e) {
            log.warn("Temporary files of a run are left in {}", directory, e);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
