package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLockTest {

    @TempDir
    Path directory;

    /** A process that takes the lock of a database, if it can. */
    static final class Other {

        private static final int REFUSED = 3;

        private Other() {}

        public static void main(String[] arguments) {
            try {
                ProcessLock.on(Path.of(arguments[0])).close();
            } catch (StoreException refused) {
                System.exit(REFUSED);
            }
        }
    }

    private static boolean canBeTakenByAnotherProcess(Path database) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Other.class.getName(),
                        database.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
        assertThat(process.exitValue()).isIn(0, Other.REFUSED);
        return process.exitValue() == 0;
    }

    @Test
    void a_refused_second_lock_of_the_same_process_leaves_the_first_one_alone() throws Exception {
        Path database = directory.resolve("baton.db");
        ProcessLock held = ProcessLock.on(database);
        try {
            Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
            assertThatThrownBy(() -> ProcessLock.on(database)).hasMessageContaining("in use by another Baton");
            assertThatThrownBy(() -> ProcessLock.on(link.resolve("baton.db")))
                    .hasMessageContaining("in use by another Baton");
            assertThat(canBeTakenByAnotherProcess(database)).isFalse();
        } finally {
            held.close();
        }
        assertThat(canBeTakenByAnotherProcess(database)).isTrue();
    }
}
