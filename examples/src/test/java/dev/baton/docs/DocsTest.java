package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The docs are true: their Java stands in files that are compiled and run, and their links lead somewhere. */
class DocsTest {

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("CHANGELOG.md"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(root());
                Stream<Path> docs = Files.walk(root().resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    @TestFactory
    Stream<DynamicTest> every_java_snippet_is_compiled_and_run() throws IOException {
        String sources;
        try (Stream<Path> examples = Files.walk(root().resolve("examples/src"));
                Stream<Path> spring = Files.walk(root().resolve("spring/example/src"))) {
            sources = Stream.concat(examples, spring)
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(DocsTest::read)
                    .map(DocsTest::withoutLayout)
                    .collect(Collectors.joining("\n"));
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            Matcher snippet = JAVA.matcher(read(page));
            for (int i = 1; snippet.find(); i++) {
                String java = snippet.group(1);
                tests.add(DynamicTest.dynamicTest(
                        page.getFileName() + " #" + i,
                        () -> assertThat(sources)
                                .as("a file below examples/src or spring/example/src that holds\n%s", java)
                                .contains(withoutLayout(java))));
            }
        }
        assertThat(tests).hasSizeGreaterThan(15);
        return tests.stream();
    }

    /** A message stands in the code as texts between values; the page has an ellipsis for each value. */
    @Test
    void every_message_that_troubleshooting_explains_is_one_of_batons() throws IOException {
        StringBuilder code = new StringBuilder();
        for (String module : List.of("core", "jdbc", "worker", "server", "cli", "dist")) {
            try (Stream<Path> files = Files.walk(root().resolve(module).resolve("src/main"))) {
                files.filter(file -> file.toString().matches(".*\\.(java|sh)"))
                        .map(DocsTest::read)
                        .forEach(code::append);
            }
        }
        // Texts that are broken over lines are one text.
        String texts = code.toString()
                .replaceAll("\"\\s*\\+\\s*\"", "")
                .replace("\\\"", "\"")
                .replaceAll("%s|%d|%,d|\\$[A-Z_]+", "…");
        Matcher message =
                Pattern.compile("(?m)^\\| `([^`]+)` \\|").matcher(read(root().resolve("docs/troubleshooting.md")));
        int found = 0;
        while (message.find()) {
            for (String part : message.group(1).split("…|17|126|127|Address already in use", -1)) {
                if (!part.isBlank()) {
                    assertThat(texts).as("the message %s", message.group(1)).contains(part.strip());
                }
            }
            found++;
        }
        assertThat(found).isGreaterThan(10);
    }

    @Test
    void every_link_to_a_file_leads_to_one() throws IOException {
        for (Path page : pages()) {
            Matcher link = LINK.matcher(read(page));
            while (link.find()) {
                Path target = page.resolveSibling(link.group(1));
                assertThat(target).as("linked from %s", page.getFileName()).exists();
                String fragment = link.group(2);
                if (fragment != null && target.toString().endsWith(".md")) {
                    assertThat(anchors(target))
                            .as("headings of %s, linked from %s", link.group(1), page.getFileName())
                            .contains(fragment.substring(1));
                }
            }
        }
    }

    @Test
    void every_page_of_the_book_is_in_its_index() throws IOException {
        Path docs = root().resolve("docs");
        String index = read(docs.resolve("README.md")) + read(docs.resolve("decisions/README.md"));
        for (Path page : pages()) {
            if (page.startsWith(docs) && !page.endsWith("README.md")) {
                assertThat(index).contains(page.getFileName().toString());
            }
        }
    }

    /** The ids that GitHub and the site give to the headings of a page. */
    private static List<String> anchors(Path page) {
        return read(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /** The formatter breaks lines as it likes; what is compared is the code. */
    private static String withoutLayout(String java) {
        return java.replaceAll("\\s+", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
