package dev.baton.server.cluster;

import static dev.baton.server.cluster.Cluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that definitions, revocations and pauses of one server apply on all servers. */
class SharedDefinitionsTest extends OnTwoServers {

    private static final String ONE = """
            [[jobs]]
            id = "one"
            command = "true"
            """;
    private static final String TWO = ONE + """

            [[jobs]]
            id = "two"
            command = "true"
            """;

    SharedDefinitionsTest() {
        super(TWO, ONE);
    }

    private void make(String name) {
        a.send("POST", "/jobs", "{\"id\": \"" + name + "\", \"title\": \"first\", \"command\": \"true\"}", 201);
    }

    @Test
    void what_is_made_and_changed_on_one_server_is_in_force_on_the_other() {
        make("made");
        await().atMost(PATIENCE).until(() -> b.status("/jobs/made") == 200);
        a.send("PUT", "/jobs/made", "{\"title\": \"second\", \"command\": \"true\"}", 200);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(b.get("/jobs/made")
                                .path("definition")
                                .path("title")
                                .asString())
                        .isEqualTo("second"));
        b.trigger("made");
    }

    @Test
    void what_is_removed_on_one_server_is_gone_on_the_other() {
        make("made");
        await().atMost(PATIENCE).until(() -> b.status("/jobs/made") == 200);
        b.send("DELETE", "/jobs/made", null, 204);
        await().atMost(PATIENCE).until(() -> a.status("/jobs/made") == 404);
    }

    @Test
    void a_name_that_was_taken_on_another_server_just_now_is_taken() {
        make("made");
        b.send("POST", "/jobs", "{\"id\": \"made\", \"command\": \"false\"}", 409);
    }

    @Test
    void dependencies_are_shared() {
        make("parent");
        make("child");
        a.send("POST", "/jobs/child/dependencies", "{\"parent\": \"parent\"}", 201);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(b.get("/jobs/child/dependencies").toString()).contains("parent"));
    }

    @Test
    void what_is_paused_on_one_server_is_paused_on_the_other() {
        a.send("POST", "/jobs/one/pause", "{}", 204);
        await().atMost(PATIENCE)
                .until(() ->
                        b.get("/jobs/one").path("definition").path("paused").asBoolean());
        b.send("POST", "/jobs/one/resume", "{}", 204);
        await().atMost(PATIENCE)
                .until(() ->
                        !a.get("/jobs/one").path("definition").path("paused").asBoolean());
    }

    @Test
    void a_token_that_was_revoked_on_one_server_is_refused_by_the_other_at_once() {
        JsonNode made = a.send("POST", "/tokens", "{\"name\": \"somebody\", \"role\": \"viewer\"}", 201);
        String secret = made.path("secret").asString();
        assertThat(b.ask("GET", "/jobs", null, secret).status()).isEqualTo(200);
        a.send("DELETE", "/tokens/" + made.path("token").path("id").asString(), null, 204);
        assertThat(b.ask("GET", "/jobs", null, secret).status()).isEqualTo(401);
    }

    @Test
    void a_job_that_only_one_file_has_stays_there_whatever_the_other_loads() {
        b.reload();
        assertThat(a.status("/jobs/two")).isEqualTo(200);
        assertThat(b.status("/jobs/two")).isEqualTo(404);
        String execution = a.trigger("two");
        cluster.started(a.worker("near"));
        a.awaitStatus(execution, "success");
        b.awaitStatus(execution, "success");
    }
}
