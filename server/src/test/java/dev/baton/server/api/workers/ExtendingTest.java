package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.security.Role;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.NewStep;
import dev.baton.worker.Worker;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs on real workers, over HTTP, that add steps after themselves. */
class ExtendingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ApiFixture server;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory).job("""
                {"id": "clean", "command": "echo file=$BATON_PARAM_FILE > \\"$BATON_OUTPUT\\"; test \\"$BATON_PARAM_FILE\\" != bad"}""");
        BatonWorker settings = BatonWorker.connect(server.address(), server.secret(Role.WORKER));
        for (Kind kind : StandardKinds.of(threads, System.getenv(), List.of("claude"), Allowed.PRIVATE)) {
            settings = settings.kind(kind);
        }
        Worker worker = settings.handler("find", context -> {
                    context.extend(List.of(
                            NewStep.of("a", "clean").param("file", "bad").allowingFailure(),
                            NewStep.of("b", "clean").param("file", "b.csv").after("a:failure|skipped")));
                    return "found";
                })
                .start();
        server.onClose(() -> worker.close(Duration.ZERO));
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    /** A workflow whose first step is a shell that writes this into the file that BATON_STEPS names. */
    private Execution run(String steps) throws Exception {
        String line = "cat > \"$BATON_STEPS\" <<'END'\n" + steps + "\nEND\n";
        server.workflow("""
                {"id": "w", "steps": [
                  {"id": "find", "command": %s},
                  {"id": "end", "final": true, "command": "true"}]}""".formatted(JsonMapper.shared().writeValueAsString(line)));
        return server.services.baton().trigger("w").await(PATIENCE);
    }

    private static Map<String, RunStatus> ends(Execution execution) {
        return execution.runs().stream().collect(Collectors.toMap(run -> run.step(), run -> run.status()));
    }

    @Test
    void a_shell_job_adds_steps_through_a_file() throws Exception {
        Execution execution = run("""
                [{"id": "a", "job": "clean", "params": {"file": "a.csv"}},
                 {"id": "b", "job": "clean", "params": {"file": "bad"}, "allow_failure": true},
                 {"id": "all", "job": "clean", "after": ["a", "b"], "params": {"file": "x"}},
                 {"id": "any", "job": "clean", "after": ["a", "b"], "join": "any", "params": {"file": "x"}},
                 {"id": "alert", "job": "clean", "after": "b:failure", "params": {"file": "x"}}]""");

        assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(ends(execution))
                .isEqualTo(Map.of(
                        "find", RunStatus.SUCCESS,
                        "a", RunStatus.SUCCESS,
                        "b", RunStatus.FAILURE,
                        "all", RunStatus.SKIPPED,
                        "any", RunStatus.SUCCESS,
                        "alert", RunStatus.SUCCESS,
                        "end", RunStatus.SUCCESS));
        assertThat(execution.run("a").output()).contains(Map.of("file", "a.csv"));
    }

    @Test
    void the_graph_and_the_counts_show_what_was_added() throws Exception {
        Execution execution = run("""
                [{"id": "a", "job": "clean", "params": {"file": "a.csv"}},
                 {"id": "b", "job": "clean", "after": ["a:success"], "params": {"file": "b.csv"}}]""");

        String path = "/api/v1/executions/" + execution.id();
        JsonNode graph = server.get(path + "/graph").json();
        assertThat(texts(graph.path("nodes"), "step")).containsExactlyInAnyOrder("find", "end", "a", "b");
        assertThat(texts(graph.path("nodes"), "job")).contains("w/a");
        // The final step comes after all others.
        assertThat(texts(graph.path("edges"), "parent")).containsExactlyInAnyOrder("find", "find", "a", "a", "b");
        assertThat(texts(graph.path("edges"), "child")).containsExactlyInAnyOrder("a", "b", "end", "end", "end");
        assertThat(server.get(path).json().at("/runs/total").asInt()).isEqualTo(4);
        String run = graph.at("/nodes/3/run_id").asString();
        assertThat(server.get("/api/v1/runs/" + run).json().path("job").asString())
                .isEqualTo("w/b");
    }

    private static List<String> texts(JsonNode array, String field) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(each -> each.path(field).asString())
                .toList();
    }

    @Test
    void a_handler_adds_steps() throws Exception {
        server.job("{\"id\": \"finding\", \"kind\": \"java\", \"command\": {\"handler\": \"find\"}}");
        Execution execution = server.services.baton().trigger("finding").await(PATIENCE);

        assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(execution.run("finding").output()).contains("found");
        assertThat(execution.run("a").status()).isEqualTo(RunStatus.FAILURE);
        assertThat(execution.run("b").output()).contains(Map.of("file", "b.csv"));
    }

    @Test
    void a_file_that_cannot_be_read_fails_the_run_and_says_why() throws Exception {
        Execution execution = run("[{\"id\": \"a\", \"jop\": \"clean\"}]");

        assertThat(execution.status()).isEqualTo(ExecutionStatus.FAILURE);
        assertThat(execution.run("find").reason())
                .isEqualTo("the file named by BATON_STEPS: step 1 has a key \"jop\", which is none of after,"
                        + " allow_failure, at_least, id, job, join, params");
        assertThat(execution.runs()).hasSize(2);
    }

    @Test
    void what_the_server_cannot_add_fails_the_run_and_says_why() throws Exception {
        assertThat(run("[{\"id\": \"a\", \"job\": \"claen\"}]").run("find").reason())
                .isEqualTo("its steps cannot be added: no job or workflow is named \"claen\". Did you mean \"clean\"?");
        assertThat(run("[{\"id\": \"end\", \"job\": \"clean\"}]").run("find").reason())
                .contains("it has a step \"end\" already");
        assertThat(run("[{\"id\": \"a\", \"job\": \"clean\", \"after\": \"b\"}]")
                        .run("find")
                        .reason())
                .contains("step \"a\" runs after \"b\", which is not added with it");
        assertThat(run("[{\"id\": \"a\", \"job\": \"clean\", \"join\": \"some\"}]")
                        .run("find")
                        .reason())
                .contains("has a join \"some\", which is neither all nor any");
        assertThat(run("[{\"id\": \"a\", \"job\": \"clean\", \"after\": \"a:success\"}]")
                        .run("find")
                        .reason())
                .contains("the dependencies form a cycle: a → a");
    }
}
