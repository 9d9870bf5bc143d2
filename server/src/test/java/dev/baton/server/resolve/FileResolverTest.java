package dev.baton.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileResolverTest {

    @TempDir
    Path folder;

    private Path open;
    private FileResolver resolver;

    @BeforeEach
    void openFolder() throws Exception {
        open = Files.createDirectory(folder.resolve("open"));
        resolver = new FileResolver(new Folders(List.of(open)));
    }

    private static ResolveContext by(Origin origin) {
        return new ResolveContext(100, origin, Instant.EPOCH);
    }

    private List<Object> items(Path file) throws ResolveException {
        return resolver.resolve(file.toUri().toString(), by(Origin.CONFIGURATION));
    }

    private List<Object> itemsForApi(Path file) throws ResolveException {
        return resolver.resolve(file.toUri().toString(), by(Origin.API));
    }

    @Test
    void each_line_that_is_neither_empty_nor_a_comment_is_an_item() throws Exception {
        Path file = Files.writeString(folder.resolve("targets.txt"), "\uFEFFa.example\r\n\n  # no\n\t\n b c #d \nü");
        assertThat(items(file)).containsExactly("a.example", "b c #d", "ü");
    }

    @Test
    void a_path_may_be_written_with_spaces() throws Exception {
        Path file = Files.writeString(folder.resolve("my targets.txt"), "a");
        assertThat(resolver.resolve("file://" + file, by(Origin.CONFIGURATION))).containsExactly("a");
    }

    @Test
    void one_item_more_than_allowed_is_enough() throws Exception {
        Path file = Files.writeString(folder.resolve("many.txt"), "x\n".repeat(10_000));
        assertThat(items(file)).hasSize(101);
    }

    @Test
    void what_is_no_text_is_refused() throws Exception {
        Path file = Files.write(folder.resolve("latin1.txt"), new byte[] {'a', '\n', (byte) 0xFC, '\n'});
        assertThatThrownBy(() -> items(file))
                .isInstanceOf(ResolveException.class)
                .hasMessage("the file " + file + " is not text in UTF-8. Save it as UTF-8");
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> items(folder.resolve("none.txt")))
                .isInstanceOf(ResolveException.class)
                .hasMessage("there is no file " + folder.resolve("none.txt"));
    }

    @Test
    void a_folder_is_refused() {
        assertThatThrownBy(() -> items(folder)).hasMessageContaining("not a plain file");
    }

    @Test
    void a_file_that_is_too_large_is_refused() throws Exception {
        Path file = folder.resolve("huge.txt");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((64L << 20) + 1);
        }
        assertThatThrownBy(() -> items(file)).hasMessageContaining("larger than 67,108,864 bytes");
    }

    @Test
    void an_address_that_is_no_absolute_path_is_refused() {
        for (String uri : List.of("file://targets.txt", "file://host/etc/passwd", "file:///a?b", "file://")) {
            assertThatThrownBy(() -> resolver.resolve(uri, by(Origin.CONFIGURATION)))
                    .as(uri)
                    .isInstanceOf(ResolveException.class);
        }
    }

    // ---- over the API

    @Test
    void a_file_in_an_open_folder_may_be_read_over_the_api() throws Exception {
        assertThat(itemsForApi(Files.writeString(open.resolve("a.txt"), "a"))).containsExactly("a");
    }

    @Test
    void a_file_elsewhere_may_not_be_read_over_the_api_whether_it_is_there_or_not() throws Exception {
        Path there = Files.writeString(folder.resolve("secret.txt"), "a");
        String refusal = "not in a folder that is open";
        assertThatThrownBy(() -> itemsForApi(there)).hasMessageContaining(refusal);
        assertThatThrownBy(() -> itemsForApi(folder.resolve("none"))).hasMessageContaining(refusal);
        assertThatThrownBy(() -> itemsForApi(Path.of(open + "/../secret.txt"))).hasMessageContaining(refusal);
        assertThatThrownBy(() -> itemsForApi(Path.of(folder + "/open-not"))).hasMessageContaining(refusal);
    }

    @Test
    void no_link_leads_out_of_an_open_folder() throws Exception {
        Files.writeString(folder.resolve("secret.txt"), "a");
        Path file = Files.createSymbolicLink(open.resolve("file"), folder.resolve("secret.txt"));
        Path whole = Files.createSymbolicLink(open.resolve("folder"), folder);
        Path nowhere = Files.createSymbolicLink(open.resolve("nowhere"), open.resolve("later"));
        for (Path path : List.of(file, whole.resolve("secret.txt"), whole.resolve("none"), nowhere)) {
            assertThatThrownBy(() -> itemsForApi(path)).as("%s", path).hasMessageContaining("not in a folder");
        }
    }

    @Test
    void without_open_folders_nothing_may_be_read_over_the_api() throws Exception {
        resolver = new FileResolver(Folders.NONE);
        Path file = Files.writeString(open.resolve("a.txt"), "a");
        assertThatThrownBy(() -> itemsForApi(file)).isInstanceOf(ResolveException.class);
    }
}
