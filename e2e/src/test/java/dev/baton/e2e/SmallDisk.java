package dev.baton.e2e;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a few megabytes in memory, that can be full. Only root can make one. */
final class SmallDisk implements AutoCloseable {

    private static final int PIECE = 4_096;

    private final Path mounted;
    private final Path filler;

    private SmallDisk(Path mounted) {
        this.mounted = mounted;
        this.filler = mounted.resolve("filler");
    }

    /** Whether one can be made here. */
    static boolean isPossible() {
        try {
            Path trial = Files.createTempDirectory("baton-disk");
            boolean possible = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", trial.toString()) == 0;
            if (possible) {
                run("umount", trial.toString());
            }
            Files.delete(trial);
            return possible;
        } catch (IOException e) {
            return false;
        }
    }

    static SmallDisk at(Path directory, int megabytes) {
        try {
            Files.createDirectories(directory);
            int code = run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory.toString());
            if (code != 0) {
                throw new IllegalStateException("mount exited with " + code);
            }
            return new SmallDisk(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes until nothing more can be written; to be done again, for what others have freed. */
    void fill() {
        byte[] piece = new byte[PIECE];
        try (OutputStream out = new FileOutputStream(filler.toFile(), true)) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException full) {
            // That was the aim.
            assert Files.exists(filler);
        }
    }

    void free() {
        try {
            Files.delete(filler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        run("umount", "--lazy", mounted.toString());
    }
}
