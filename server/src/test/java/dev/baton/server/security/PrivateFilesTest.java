package dev.baton.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {

    @TempDir
    private Path folder;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static Path withMode(String mode, Path path) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    @Test
    void a_new_directory_is_its_owners_and_one_that_is_there_stays_as_it_is() throws IOException {
        Path shared = withMode("rwxr-xr-x", Files.createDirectory(folder.resolve("shared")));

        PrivateFiles.makeDirectory(shared.resolve("baton/data"));
        PrivateFiles.makeDirectory(shared);

        assertThat(mode(shared)).isEqualTo("rwxr-xr-x");
        assertThat(mode(shared.resolve("baton"))).isEqualTo("rwx------");
        assertThat(mode(shared.resolve("baton/data"))).isEqualTo("rwx------");
    }

    @Test
    void a_database_that_others_could_read_is_taken_from_them_with_the_files_beside_it() throws IOException {
        Path database = withMode("rw-r--r--", Files.writeString(folder.resolve("baton.db"), "kept"));
        Path wal = withMode("rw-rw-rw-", Files.createFile(folder.resolve("baton.db-wal")));
        Path other = withMode("rw-r--r--", Files.createFile(folder.resolve("notes.txt")));

        PrivateFiles.keepPrivate(database);

        assertThat(mode(database)).isEqualTo("rw-------");
        assertThat(mode(wal)).isEqualTo("rw-------");
        assertThat(mode(other)).isEqualTo("rw-r--r--");
        assertThat(database).hasContent("kept");
    }

    @Test
    void where_files_have_no_owners_they_are_made_as_well() throws IOException {
        URI archive = URI.create("jar:" + folder.resolve("archive.zip").toUri());
        try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Path database = files.getPath("/data/baton.db");

            PrivateFiles.keepPrivate(database);
            PrivateFiles.keepPrivate(database);

            assertThat(database).isEmptyFile();
        }
    }
}
