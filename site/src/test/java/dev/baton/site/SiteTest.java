package dev.baton.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The site of the docs as they are now. */
class SiteTest {

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");

    @TempDir
    private static Path site;

    private static int pages;

    @BeforeAll
    static void make() throws IOException {
        pages = Site.make(Path.of("..").toAbsolutePath().normalize(), site);
    }

    private static Map<Path, String> html() throws IOException {
        Map<Path, String> html = new TreeMap<>();
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".html")).toList()) {
                html.put(file, Files.readString(file));
            }
        }
        return html;
    }

    @Test
    void every_page_of_the_docs_is_there() throws IOException {
        assertThat(html())
                .hasSize(pages)
                .containsKeys(site.resolve("index.html"), site.resolve("guide/workflows.html"));
    }

    @Test
    void every_link_leads_to_a_file_of_the_site_and_to_a_heading_in_it() throws IOException {
        Map<Path, String> all = html();
        List<String> broken = new ArrayList<>();
        all.forEach((page, text) -> {
            Matcher link = LINK.matcher(text);
            while (link.find()) {
                String to = link.group(1);
                if (!to.contains("://") && !leads(all, page, to)) {
                    broken.add(site.relativize(page) + " -> " + to);
                }
            }
        });
        assertThat(broken).isEmpty();
    }

    private static boolean leads(Map<Path, String> all, Path page, String to) {
        int hash = to.indexOf('#');
        String file = hash < 0 ? to : to.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.isRegularFile(target)) {
            return false;
        }
        return hash < 0 || all.getOrDefault(target, "").contains("id=\"" + to.substring(hash + 1) + "\"");
    }

    @Test
    void nothing_is_loaded_from_another_host() throws IOException {
        Pattern loaded = Pattern.compile("<(?:script|link|img)[^>]*(?:href|src)=\"(?:https?:)?//");
        html().forEach((page, text) -> assertThat(text).as(page.toString()).doesNotContainPattern(loaded));
        assertThat(Files.readString(site.resolve("book.css"))).doesNotContain("url(", "@import");
        assertThat(Files.readString(site.resolve("search.js"))).doesNotContain("fetch(", "XMLHttpRequest");
    }

    @Test
    void the_index_knows_every_section() throws IOException {
        JsonNode index = JsonMapper.shared().readTree(Files.readString(site.resolve("search-index.json")));
        List<String> urls =
                index.valueStream().map(entry -> entry.path("url").asString()).toList();
        assertThat(urls)
                .contains("guide/schedules.html#clock-changes", "tour.html#break-it", "concepts.html#every-status");
        assertThat(index.valueStream()
                        .filter(entry -> entry.path("text").asString().contains("idempotency key"))
                        .toList())
                .isNotEmpty();
        assertThat(Files.readString(site.resolve("search-index.js"))).startsWith("window.batonIndex = [");
    }

    @Test
    void a_page_names_the_file_that_a_block_shows_and_its_neighbours() throws IOException {
        assertThat(Files.readString(site.resolve("tour.html")))
                .contains("<p class=\"file\">baton.toml</p>", "class=\"neighbours\"", "aria-current=\"page\"");
    }
}
