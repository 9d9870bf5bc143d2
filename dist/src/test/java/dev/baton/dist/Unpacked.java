package dev.baton.dist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The archive, unpacked and warmed up once for all tests: as a machine has it after the first command. */
final class Unpacked {

    private static final Path HOME = unpack();

    private Unpacked() {}

    /** Returns the directory that the archive was unpacked to; tests leave it as it is. */
    static Path home() {
        return HOME;
    }

    private static Path unpack() {
        try {
            Path archive = Path.of(System.getProperty("baton.archive"));
            Path directory = Files.createDirectories(archive.resolveSibling("unpacked"));
            Path home = directory.resolve(archive.getFileName());
            Program.run(directory, Map.of(), "rm", "-rf", home.toString());
            Program.run(directory, Map.of(), "tar", "-xzf", archive + ".tar.gz");
            Program.run(directory, Map.of(), home.resolve("bin/baton").toString(), "warm-up");
            return home;
        } catch (Exception e) {
            throw new IllegalStateException("the archive could not be unpacked", e);
        }
    }
}
