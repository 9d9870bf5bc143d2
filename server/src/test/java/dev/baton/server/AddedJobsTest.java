package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RunPolicy;
import dev.baton.server.api.runs.ApiFixture;
import dev.baton.server.dispatch.Task;
import dev.baton.worker.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a run may add only the steps that its job allows. */
class AddedJobsTest {

    @TempDir
    private Path directory;

    private ApiFixture server;
    private AddedJobs rule;

    @BeforeEach
    void start() {
        server = new ApiFixture(directory)
                .job("{\"id\": \"clean\", \"command\": \"true\"}")
                .job("{\"id\": \"deploy\", \"command\": \"true\", \"labels\": [\"prod\"]}")
                .job("{\"id\": \"pay\", \"command\": \"true\", \"secrets\": [\"PASSWORD\"]}")
                .workflow("{\"id\": \"etl\", \"steps\": [{\"id\": \"a\", \"command\": \"true\"}]}");
        rule = new AddedJobs(server.services.catalog());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Optional<String> objection(
            Map<String, String> secrets, @Nullable Set<String> adds, RunPolicy.Demand demand, String job) {
        Task task = new Task(
                new Command.Handler("h"), new Task.Grants(Map.of(), secrets, adds), Task.ITEM_VARIABLE, List.of());
        return rule.objection(task, demand, job);
    }

    @Test
    void a_run_adds_what_its_own_workers_could_run() {
        assertThat(objection(Map.of(), null, RunPolicy.Demand.NONE, "clean")).isEmpty();
        assertThat(objection(Map.of(), null, RunPolicy.Demand.NONE, "deploy"))
                .get()
                .asString()
                .contains("labels");
        assertThat(objection(Map.of(), null, RunPolicy.Demand.NONE, "pay"))
                .get()
                .asString()
                .contains("secrets");
        assertThat(objection(Map.of(), null, RunPolicy.Demand.NONE, "etl"))
                .get()
                .asString()
                .contains("workflow");
        RunPolicy.Demand prod = new RunPolicy.Demand("default", Set.of("prod"), dev.baton.policy.Limit.none());
        assertThat(objection(Map.of("PASSWORD", "x"), null, prod, "pay")).isEmpty();
        assertThat(objection(Map.of(), null, prod, "deploy")).isEmpty();
        RunPolicy.Demand elsewhere = new RunPolicy.Demand("eu", Set.of(), dev.baton.policy.Limit.none());
        assertThat(objection(Map.of(), null, elsewhere, "clean"))
                .get()
                .asString()
                .contains("queue");
    }

    @Test
    void a_definition_that_names_jobs_allows_those_and_no_others() {
        assertThat(objection(Map.of(), Set.of("etl", "pay"), RunPolicy.Demand.NONE, "pay"))
                .isEmpty();
        assertThat(objection(Map.of(), Set.of("etl", "pay"), RunPolicy.Demand.NONE, "clean"))
                .get()
                .asString()
                .contains("does not name it");
    }

    @Test
    void a_job_that_is_not_there_is_left_to_the_engine() {
        assertThat(objection(Map.of(), null, RunPolicy.Demand.NONE, "nobody")).isEmpty();
    }
}
