package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LogSetupTest {

    @TempDir
    Path folder;

    @Test
    void a_line_has_its_time_its_level_and_who_says_it() throws IOException {
        assertThat(logged(Map.of()))
                .singleElement()
                .asString()
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\S+ WARN  Store - no disk");
    }

    @Test
    void the_level_can_be_chosen() throws IOException {
        assertThat(logged(Map.of("BATON_LOG_LEVEL", "info")))
                .hasSize(2)
                .last()
                .asString()
                .endsWith("by the way");
    }

    @Test
    void lines_can_be_json() throws IOException {
        JsonNode line = new JsonMapper()
                .readTree(logged(Map.of("BATON_LOG_FORMAT", "json")).get(0));
        assertThat(line.path("level").asString()).isEqualTo("WARN");
        assertThat(line.path("message").asString()).isEqualTo("no disk");
        assertThat(line.path("timestamp").asLong()).isPositive();
    }

    @Test
    void what_steps_log_is_left_to_their_runs() throws IOException {
        assertThat(logged(Map.of("BATON_LOG_LEVEL", "trace"))).noneMatch(line -> line.contains("a step"));
    }

    private List<String> logged(Map<String, String> more) throws IOException {
        Path file = folder.resolve("baton.log");
        Map<String, String> environment = new HashMap<>(more);
        environment.put("BATON_LOG_FILE", file.toString());
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        new LogSetup(environment).configure(context);
        Logger store = context.getLogger("dev.baton.Store");
        store.warn("no disk");
        store.info("by the way");
        context.getLogger("baton.run").error("a step");
        context.stop();
        return Files.readAllLines(file);
    }
}
