package dev.baton.server.api.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.api.definitions.ApiFixture.Answer;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.http.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many definitions at once: all or nothing. */
class ApplyApiTest {

    private static final String TWO = """
            [[jobs]]
            id       = "one"
            command  = "true"
            calendar = "holidays"
            [[workflows]]
            id = "flow"
            [[workflows.steps]]
            id      = "step"
            command = "true"
            """;

    @TempDir
    private Path directory;

    private ApiFixture api;

    @BeforeEach
    void start() {
        api = new ApiFixture(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Answer apply(String toml, boolean dryRun, boolean prune) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("toml", toml);
        body.put("dry_run", dryRun);
        body.put("prune", prune);
        return api.post("/apply", Json.mapper().writeValueAsString(body));
    }

    private List<String> changes(Answer answer) {
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        return answer.body()
                .path("changes")
                .valueStream()
                .map(change -> change.path("action").asString() + " "
                        + change.path("name").asString())
                .toList();
    }

    private List<String> names() {
        return api.catalog.all().stream().map(Entry::name).toList();
    }

    @Test
    void all_of_a_text_are_defined_and_stay_after_a_restart() {
        assertThat(changes(apply(TWO, false, false))).containsExactly("create one", "create flow");
        assertThat(names()).containsExactly("flow", "one");
        api.close();
        api = new ApiFixture(directory);
        assertThat(names()).containsExactly("flow", "one");
        assertThat(changes(apply(TWO, false, false))).containsExactly("keep one", "keep flow");
    }

    @Test
    void a_dry_run_changes_nothing() {
        assertThat(changes(apply(TWO, true, false))).containsExactly("create one", "create flow");
        assertThat(names()).isEmpty();
    }

    @Test
    void a_mistake_is_told_by_line_and_changes_nothing() {
        Answer answer = apply(TWO + "[[jobs]]\nid = \"two\"\ncomand = \"true\"\n", false, false);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().path("errors").toString()).contains("toml:12", "Did you mean");
        assertThat(names()).isEmpty();
    }

    @Test
    void what_else_a_configuration_says_is_refused() {
        assertThat(apply("[server]\nport = 1\n", false, false).status()).isEqualTo(400);
    }

    @Test
    void a_change_shows_what_was_and_what_is() {
        apply(TWO, false, false);
        Answer answer =
                apply(TWO.replace("\"one\"\ncommand  = \"true\"", "\"one\"\ncommand  = \"false\""), false, false);
        assertThat(changes(answer)).containsExactly("change one", "keep flow");
        assertThat(answer.body().at("/changes/0/before/command/line").asString())
                .isEqualTo("true");
        assertThat(answer.body().at("/changes/0/after/command/line").asString()).isEqualTo("false");
        assertThat(api.get("/jobs/one").body().path("version").asInt()).isEqualTo(2);
    }

    @Test
    void pruning_removes_what_the_text_has_not_and_nothing_of_the_file() {
        var spec = api.definer
                .reader()
                .job(Json.mapper().readTree("{\"id\": \"filed\", \"command\": \"true\"}"))
                .orThrow();
        api.catalog.load(List.of(new JobEntry(spec, Source.FILE)), api.compiler, true);
        apply(TWO, false, false);
        String one = TWO.substring(0, TWO.indexOf("[[workflows]]"));
        assertThat(changes(apply(one, false, false))).containsExactly("keep one");
        assertThat(names()).contains("flow");
        assertThat(changes(apply(one, false, true))).containsExactly("keep one", "remove flow");
        assertThat(names()).containsExactly("filed", "one");
        api.close();
        api = new ApiFixture(directory);
        assertThat(names()).containsExactly("one");
    }

    @Test
    void a_name_of_the_file_is_not_taken_and_nothing_is_changed() {
        var spec = api.definer
                .reader()
                .job(Json.mapper().readTree("{\"id\": \"flow\", \"command\": \"true\"}"))
                .orThrow();
        api.catalog.load(List.of(new JobEntry(spec, Source.FILE)), api.compiler, true);
        Answer answer = apply(TWO, false, false);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.detail()).contains("flow", "configuration file");
        assertThat(names()).containsExactly("flow");
    }

    @Test
    void what_cannot_be_put_in_force_undoes_what_was() {
        apply(TWO, false, false);
        // Valid by itself, but a new job that never fires is refused when it is put in force, after "one" was changed.
        String bad = TWO.replace("\"true\"\ncalendar", "\"false\"\ncalendar")
                + "[[jobs]]\nid = \"past\"\ncommand = \"true\"\nschedule = \"@at 2020-01-01T00:00:00Z\"\n";
        Answer answer = apply(bad, false, false);
        assertThat(answer.status()).as(answer.body().toString()).isBetween(400, 499);
        assertThat(names()).containsExactly("flow", "one");
        assertThat(api.get("/jobs/one").body().at("/spec/command/line").asString())
                .isEqualTo("true");
    }
}
