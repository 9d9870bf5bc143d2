package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class SpecReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "configuration.md");

    @Test
    void the_page_says_what_the_code_does() throws IOException {
        if (Boolean.getBoolean("baton.write-reference")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, SpecReference.markdown());
        }
        assertThat(PAGE)
                .as("run the test with -Dbaton.write-reference=true to write the page anew")
                .hasContent(SpecReference.markdown());
    }

    @Test
    void the_schema_allows_both_spellings_of_a_choice_and_only_names_for_what_is_named() {
        JsonNode properties = SpecSchema.json().path("properties");
        JsonNode missed = properties.at("/jobs/items/properties/missed/enum");
        assertThat(missed.valueStream().map(JsonNode::asString))
                .containsExactly("skip", "run-once", "run-all", "run_once", "run_all");
        assertThat(properties.at("/queues/propertyNames/pattern").asString()).startsWith("^[A-Za-z0-9]");
    }

    @Test
    void the_schema_knows_every_section_and_no_other_key() {
        ObjectNode schema = SpecSchema.json();
        assertThat(schema.path("properties")
                        .path("jobs")
                        .path("items")
                        .path("properties")
                        .has("schedule"))
                .isTrue();
        assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
    }
}
