package dev.baton.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The world of the stories: a server on {@code stories.toml}, and what its jobs work on. */
final class Stories {

    static final int TARGETS = 200;
    static final int BROKEN_TARGETS = 5;

    private Stories() {}

    /** Starts a server in a directory of this name. */
    static ServerProcess start(String name) {
        return start(name, TARGETS);
    }

    /** The same with another number of targets, some of which are broken as ever. */
    static ServerProcess start(String name, int count) {
        ServerProcess server = ServerProcess.start(name, text("/stories.toml"));
        String targets = IntStream.range(0, count)
                .mapToObj(i -> (i < BROKEN_TARGETS ? "broken-" : "target-") + i)
                .collect(Collectors.joining("\n", "# what to scan\n\n", "\n"));
        Notes.write(server.directory().resolve("targets.txt"), targets);
        return server;
    }

    /** The text of a resource. */
    static String text(String resource) {
        try (InputStream in = Stories.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
