package dev.baton.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AssetsTest {

    private static final Pattern IMPORT =
            Pattern.compile("(?:from|import)\\s*\\(?\\s*(?:new URL\\()?['\"](\\.[^'\"]+\\.js)['\"]");

    private final Assets assets = Assets.load();

    @Test
    void the_page_names_files_that_are_there() {
        Matcher named =
                Pattern.compile("/assets/" + assets.version() + "/([^\"]+)").matcher(assets.startPage(""));
        int count = 0;
        while (named.find()) {
            count++;
            assertThat(assets.find(named.group(1))).as(named.group(1)).isPresent();
        }
        assertThat(count).isGreaterThan(10);
    }

    @Test
    void no_style_or_script_stands_in_the_page_but_the_import_map() {
        String page = assets.startPage("");

        assertThat(page).doesNotContain("style=").doesNotContain("<style").doesNotContain("onclick=");
        assertThat(Pattern.compile("<script(?![^>]*src=)").matcher(page).results())
                .hasSize(1);
    }

    @Test
    void every_module_imports_what_is_there() {
        Deque<String> open = new ArrayDeque<>(List.of("app.js"));
        Set<String> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            String file = open.remove();
            String text = new String(
                    assets.find(file).orElseThrow(() -> new AssertionError("there is no " + file)),
                    StandardCharsets.UTF_8);
            assertThat(text).as(file).doesNotContain(" style=\"");
            Matcher imports = IMPORT.matcher(text);
            while (imports.find()) {
                String next = resolve(file, imports.group(1));
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(10);
    }

    @Test
    void what_no_browser_needs_is_not_served() {
        assertThat(assets.find("lib/lit/LICENSE")).isEmpty();
        assertThat(assets.find("../index.html")).isEmpty();
    }

    private static String resolve(String file, String relative) {
        String folder = file.contains("/") ? file.substring(0, file.lastIndexOf('/')) : "";
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (folder + "/" + relative).split("/", -1)) {
            if (part.equals("..")) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return String.join("/", parts);
    }
}
