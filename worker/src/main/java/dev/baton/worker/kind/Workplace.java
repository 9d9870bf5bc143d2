package dev.baton.worker.kind;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The temporary files of one run, in a directory that nobody else can read. Closing removes them. */
final class Workplace implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Workplace.class);

    private final Path directory;
    private int files;

    Workplace() throws IOException {
        this.directory = Files.createTempDirectory("baton-run-");
    }

    /** An empty file. */
    Path newFile() throws IOException {
        files++;
        return Files.createFile(directory.resolve("file-" + files));
    }

    /** A file with this text. */
    Path newFile(String content) throws IOException {
        return Files.writeString(newFile(), content);
    }

    @Override
    public void close() {
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
