package dev.baton.worker.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.worker.NewStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file by which a process adds steps. */
class StepsFileTest {

    @TempDir
    private Path folder;

    private List<NewStep> read(String text) throws IOException {
        return StepsFile.read(Files.writeString(folder.resolve("steps"), text));
    }

    @Test
    void steps_are_read_with_all_that_they_say() throws Exception {
        assertThat(read("""
                [{"id": "a", "job": "clean", "params": {"file": "a.csv", "deep": {"n": [1, 2]}}},
                 {"id": "b", "job": "clean", "after": "a"},
                 {"id": "c", "job": "report", "after": ["a:failure", "b"], "at_least": 1, "allow_failure": true},
                 {"id": "d", "job": "report", "after": [], "join": "any"}]"""))
                .containsExactly(
                        NewStep.of("a", "clean").param("file", "a.csv").param("deep", Map.of("n", List.of(1, 2))),
                        NewStep.of("b", "clean").after("a"),
                        NewStep.of("c", "report")
                                .after("a:failure")
                                .after("b")
                                .atLeast(1)
                                .allowingFailure(),
                        NewStep.of("d", "report").join("any"));
    }

    @Test
    void an_empty_file_or_none_adds_nothing() throws Exception {
        assertThat(read(" \n")).isEmpty();
        assertThat(StepsFile.read(folder.resolve("nowhere"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"id\": \"a\"} ; is not a JSON array: it begins with {",
                "[{\"id\": \"a\" ; is not JSON",
                "[] [] ; is not JSON",
                "[7] ; : step 1 is not an object",
                "[{\"id\": \"a\", \"job\": \"x\"}, {\"job\": \"x\"}] ; : step 2 has no \"id\"",
                "[{\"id\": \"a\"}] ; : step 1 has no \"job\"",
                "[{\"id\": 7, \"job\": \"x\"}] ; : step 1: \"id\" is not a text",
                "[{\"id\": \"a\", \"job\": \"x\", \"after\": 7}] ; \"after\" is neither a text nor an array of texts",
                "[{\"id\": \"a\", \"job\": \"x\", \"after\": [7]}] ; \"after\" contains something other than texts",
                "[{\"id\": \"a\", \"job\": \"x\", \"at_least\": \"two\"}] ; \"at_least\" is not a whole number",
                "[{\"id\": \"a\", \"job\": \"x\", \"allow_failure\": 1}] ; \"allow_failure\" is neither true nor false",
                "[{\"id\": \"a\", \"job\": \"x\", \"params\": []}] ; \"params\" is not an object",
                "[{\"id\": \"a\", \"job\": \"x\", \"params\": {\"n\": null}}] ; parameter \"n\" is null",
                "[{\"id\": \"a\", \"job\": \"x\", \"need\": []}] ; step 1 has a key \"need\"",
            })
    void what_is_wrong_is_named(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the file named by BATON_STEPS")
                .hasMessageContaining(message);
    }

    @Test
    void too_much_is_refused() {
        assertThatThrownBy(() -> read(" ".repeat(Results.LARGEST_STEPS + 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most 4,194,304");
    }
}
