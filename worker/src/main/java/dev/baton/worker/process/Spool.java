package dev.baton.worker.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a program that may outlive the process which started it: what it printed, its process id, and its
 * exit code once it has ended. Only this user can read it. Safe from any thread.
 *
 * <pre>{@code
 * Spool spool = Spool.create(directory, "01a1e797-4110-7000-80ba-840a4627977c.0/1");
 * System.out.println(spool.exitCode().isPresent() ? "has ended" : "runs");
 * }</pre>
 *
 * @param directory the directory
 * @param mark the value that its processes carry in their environment
 */
public record Spool(Path directory, String mark) {

    private static final String EXIT = "exit";
    private static final String PID = "pid";
    private static final String WRITERS = "writers";
    private static final String CUT = "cut";

    /** Creates the directory of a new program. */
    public static Spool create(Path directory, String mark) throws IOException {
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Spool spool = new Spool(directory, mark);
        Files.createFile(spool.stdout());
        Files.createFile(spool.stderr());
        return spool;
    }

    Path stdout() {
        return directory.resolve("stdout");
    }

    Path stderr() {
        return directory.resolve("stderr");
    }

    /** The standard input; /dev/null if there is none. */
    Path stdin() {
        Path file = directory.resolve("stdin");
        return Files.exists(file) ? file : Path.of("/dev/null");
    }

    void setInput(String text) throws IOException {
        Files.writeString(directory.resolve("stdin"), text);
    }

    /** The exit code; empty as long as the program has not ended, or if it was ended together with its shell. */
    public OptionalInt exitCode() {
        String text = read(EXIT);
        return text.endsWith("\n") ? OptionalInt.of(Integer.parseInt(text.strip())) : OptionalInt.empty();
    }

    OptionalLong pid() {
        String text = read(PID);
        return text.endsWith("\n") ? OptionalLong.of(Long.parseLong(text.strip())) : OptionalLong.empty();
    }

    /** The ids of the processes that write the output down; their children do so as well. */
    Set<Long> writers() {
        Set<Long> all = new HashSet<>();
        String text = read(WRITERS);
        if (text.endsWith("\n")) {
            for (String pid : text.strip().split(" ", -1)) {
                all.add(Long.parseLong(pid));
            }
        }
        return all;
    }

    /** Whether a part of the output was thrown away, because there was more than is kept of a log. */
    public boolean isCut() {
        return Files.exists(directory.resolve(CUT));
    }

    void setCut() throws IOException {
        if (!isCut()) {
            Files.createFile(directory.resolve(CUT));
        }
    }

    private String read(String name) {
        try {
            return Files.readString(directory.resolve(name), StandardCharsets.US_ASCII);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes everything. */
    public void remove() throws IOException {
        if (Files.exists(directory)) {
            Files.walkFileTree(directory, new Removal());
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        /** The end of the command and the report of its result may both remove the files: what is gone is gone. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(left);
            return FileVisitResult.CONTINUE;
        }
    }
}
