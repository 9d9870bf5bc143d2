package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ApiReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "api.md");

    @Test
    void the_page_says_what_the_server_does(@TempDir Path directory) throws IOException, InterruptedException {
        Path file = directory.resolve("openapi.json");
        OpenApiFile.main(new String[] {file.toString()});
        String page = ApiReference.of(JsonMapper.shared().readTree(Files.readString(file)));
        if (Boolean.getBoolean("baton.write-reference")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("run the test with -Dbaton.write-reference=true to write the page anew")
                .hasContent(page);
    }
}
