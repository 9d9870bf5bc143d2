package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** For {@code -Dbaton.test.store}: each store in a new file, in a folder that is removed in the end. */
public final class FreshSqlite implements Supplier<Store> {

    private static final Path FOLDER = newFolder();
    private static final AtomicInteger COUNT = new AtomicInteger();

    @Override
    public Store get() {
        return Stores.sqlite(newFile());
    }

    static Path newFile() {
        return FOLDER.resolve("baton" + COUNT.incrementAndGet() + ".db");
    }

    private static Path newFolder() {
        try {
            Path folder = Files.createTempDirectory("baton-test");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
