package dev.baton.faults;

import dev.baton.RunContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A word of the driver to the bodies of one execution, nested ones included: a file in the folder that all processes
 * share, named after the key that the execution was submitted with.
 */
enum Word {
    /** Bodies that take until they are told may end. */
    TOLD,
    /** Bodies that fail until something is mended succeed from now on. */
    MENDED;

    /** The parameter that holds the key of the execution. */
    static final String KEY = "key";

    void say(Path directory, String key) {
        try {
            Files.createFile(file(directory, key));
        } catch (FileAlreadyExistsException e) {
            // It was said before.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isSaid(Path directory, RunContext context) {
        return Files.exists(file(directory, String.valueOf(context.parameters().get(KEY))));
    }

    private Path file(Path directory, String key) {
        return directory.resolve(key + "." + name().toLowerCase(Locale.ROOT));
    }
}
