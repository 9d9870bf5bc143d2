package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of words and statuses say all that there are, and no others. */
class ConceptsTest {

    private static final Path PAGE = Path.of("..", "docs", "concepts.md");

    private static List<String[]> statuses() throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf("## Every status"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" *\\| *", -1))
                .toList();
    }

    private static Set<String> named(Predicate<String[]> rows) throws IOException {
        return statuses().stream()
                .filter(rows)
                .map(row -> row[1].replace("`", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> texts(Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_status_of_a_run_and_of_an_execution_is_in_the_table() throws IOException {
        assertThat(named(row -> !row[2].isBlank())).isEqualTo(texts(RunStatus.values()));
        assertThat(named(row -> !row[3].isBlank())).isEqualTo(texts(ExecutionStatus.values()));
    }

    @Test
    void the_table_says_what_counts_as_success() throws IOException {
        assertThat(named(row -> row[4].equals("yes")))
                .isEqualTo(texts(Arrays.stream(RunStatus.values())
                        .filter(RunStatus::countsAsSuccess)
                        .toArray()));
    }

    @Test
    void every_trigger_is_named() throws IOException {
        String row = Files.readString(PAGE)
                .lines()
                .filter(line -> line.startsWith("| trigger |"))
                .findFirst()
                .orElseThrow();
        assertThat(Arrays.stream(Trigger.values()).map(trigger -> "`" + trigger + "`"))
                .allSatisfy(name -> assertThat(row).contains(name));
    }
}
