package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The docs are played: every block that is marked as console, on each page from the top, with the unpacked archive and
 * the files that the page shows. Ids, times and durations may differ from what the page says, and nothing else. With
 * -Dbook.record=true the pages are written anew, to be read and committed.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("ci")
class BookTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Path TOUR = DOCS.resolve("tour.md");

    @TempDir
    private static Path directory;

    @Test
    void the_tour_goes_as_it_is_written() throws Exception {
        assumeTrue(TOUR.toString().contains(System.getProperty("book.page", "")), "another page was asked for");
        play(TOUR);
    }

    @TestFactory
    @Tag("long")
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> every_session_on_another_page_goes_as_it_is_written() throws IOException {
        List<Path> pages = new ArrayList<>();
        String only = System.getProperty("book.page", "");
        List<Path> all = new ArrayList<>(List.of(Path.of("../examples/README.md")));
        try (Stream<Path> files = Files.walk(DOCS)) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(all::add);
        }
        for (Path file : all) {
            if (Files.readString(file).contains("\n```console\n")
                    && file.toString().contains(only)
                    && !file.equals(TOUR)) {
                pages.add(file);
            }
        }
        assertThat(pages).isNotEmpty();
        return pages.stream()
                .map(page -> DynamicTest.dynamicTest(DOCS.relativize(page).toString(), () -> play(page)));
    }

    @Test
    void the_worker_in_python_is_as_short_as_the_docs_say() throws IOException {
        assertThat(Files.readAllLines(Path.of("../examples/python/worker.py"))).hasSizeLessThan(200);
    }

    private static void play(Path page) throws IOException, InterruptedException {
        List<String> lines = Files.readAllLines(page);
        assumeTrue(
                lines.stream().noneMatch(line -> line.contains("python3 ")) || isThere("python3"),
                "NOT PLAYED: " + page + " needs python3");
        boolean record = Boolean.getBoolean("book.record");
        StringBuilder differences = new StringBuilder();
        int shift = 0;
        List<String> written = new ArrayList<>(lines);
        try (Stage stage = new Stage(Unpacked.home(), Files.createTempDirectory(directory, "page"))) {
            for (Session.Part part : Session.of(lines).parts()) {
                if (part instanceof Session.ShownFile file) {
                    stage.write(file);
                } else if (part instanceof Session.CopiedFile file) {
                    stage.copy(file);
                } else if (part instanceof Session.Command command) {
                    String printed = record ? stage.settle(command) : stage.run(command);
                    String expected = Normal.of(command.printed());
                    if (!Normal.matches(expected, Normal.of(printed))) {
                        differences.append("\n$ ").append(command.text()).append("\n--- page\n");
                        differences.append(expected).append("\n--- printed\n").append(printed);
                        int first = command.line()
                                + 1
                                + (int) command.text().lines().count()
                                - 1
                                + shift;
                        List<String> block =
                                written.subList(first, first + command.printed().size());
                        block.clear();
                        List<String> now =
                                printed.lines().map(String::stripTrailing).toList();
                        written.addAll(first, now);
                        shift += now.size() - command.printed().size();
                    }
                }
            }
        }
        if (record && differences.length() > 0) {
            Files.writeString(page, String.join("\n", written) + "\n");
        }
        assertThat(differences.toString()).as(page.toString()).isEmpty();
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
