package dev.baton.apiclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.client.ApiClient;
import dev.baton.client.ApiException;
import dev.baton.client.api.ExecutionsApi;
import dev.baton.client.api.JobsApi;
import dev.baton.client.api.RunsApi;
import dev.baton.client.api.TokensApi;
import dev.baton.client.api.WorkersApi;
import dev.baton.client.api.WorkflowsApi;
import dev.baton.client.model.Assignment;
import dev.baton.client.model.Claim;
import dev.baton.client.model.CommandDefinition;
import dev.baton.client.model.ExecutionDetails;
import dev.baton.client.model.Finish;
import dev.baton.client.model.Introduction;
import dev.baton.client.model.JobDefinition;
import dev.baton.client.model.JobDefinitionCommand;
import dev.baton.client.model.JobDetail;
import dev.baton.client.model.NewToken;
import dev.baton.client.model.Problem;
import dev.baton.client.model.Result;
import dev.baton.client.model.RunView;
import dev.baton.client.model.StepDefinition;
import dev.baton.client.model.TriggerRequest;
import dev.baton.client.model.WorkflowDefinition;
import dev.baton.server.BatonServer;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server, seen through a client that was generated from its OpenAPI document. */
class GeneratedClientTest {

    private static BatonServer server;
    private static ApiClient admin;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        Path data = folder.resolve("data");
        Configuration configuration = new ConfigLoader(
                        Map.of("BATON_SERVER_PORT", "0", "BATON_SERVER_DATA_DIR", data.toString()), Set.of())
                .parse("test", "")
                .orThrow();
        server = BatonServer.start(() -> configuration);
        admin = client(Files.readString(data.resolve("admin.token")).strip());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static ApiClient client(String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(server.address().toString());
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return client;
    }

    private static ApiClient client(NewToken.RoleEnum role) throws ApiException {
        return client(new TokensApi(admin)
                .tokensCreate(new NewToken().name("client-" + role).role(role))
                .getSecret());
    }

    private static JobDefinitionCommand shell(String line) {
        return new JobDefinitionCommand(line);
    }

    @Test
    void a_workflow_is_defined_triggered_and_read() throws ApiException {
        new WorkflowsApi(admin)
                .workflowsCreate(new WorkflowDefinition()
                        .id("etl")
                        .parameters(Map.of("day", "monday"))
                        .steps(List.of(
                                new StepDefinition().id("extract").command(shell("echo $BATON_PARAM_DAY")),
                                new StepDefinition()
                                        .id("load")
                                        .command(shell("exit 3"))
                                        .after(List.of("extract"))
                                        .allowFailure(true))));

        UUID id = new WorkflowsApi(client(NewToken.RoleEnum.OPERATOR))
                .workflowsTrigger("etl", null, new TriggerRequest().parameters(Map.of("day", "tuesday")))
                .getId();
        ApiClient viewer = client(NewToken.RoleEnum.VIEWER);
        ExecutionDetails execution = new ExecutionsApi(viewer).executionsShow(id.toString(), "30s");

        assertThat(execution.getStatus()).isEqualTo(ExecutionDetails.StatusEnum.SUCCESS);
        assertThat(execution.getParameters()).containsEntry("day", "tuesday");
        assertThat(new RunsApi(viewer)
                        .runsList(null, null, null, List.of("failure", "success"), id, null, null, null)
                        .getItems())
                .extracting(RunView::getJob)
                .containsExactlyInAnyOrder("etl/extract", "etl/load");
        assertThat(new RunsApi(viewer)
                        .runsList(null, null, null, List.of("failure"), id, null, null, null)
                        .getItems())
                .singleElement()
                .satisfies(run -> assertThat(
                                new RunsApi(viewer).runsShow(run.getId()).getError())
                        .contains("code 3"));
    }

    @Test
    void what_defines_a_job_comes_back_by_its_schema() throws ApiException {
        JobDetail made = new JobsApi(admin)
                .jobsCreate(new JobDefinition()
                        .id("ask")
                        .schedule("0 2 * * *")
                        .command(new JobDefinitionCommand(new CommandDefinition()
                                .url("https://hooks.example.com/ask")
                                .method("POST")
                                .expectStatus(List.of(202)))));

        assertThat(made.getDefinition().getKind()).isEqualTo("http");
        assertThat(made.getNextFires()).hasSize(5);
        CommandDefinition command = made.getSpec().getCommand().getCommandDefinition();
        assertThat(command.getMethod()).isEqualTo("POST");
        assertThat(command.getExpectStatus()).containsExactly(202);
        assertThat(new JobsApi(admin).jobsShow("ask").getSpec()).isEqualTo(made.getSpec());
    }

    @Test
    void a_worker_claims_a_run_and_finishes_it() throws ApiException {
        new JobsApi(admin)
                .jobsCreate(new JobDefinition()
                        .id("report")
                        .parameters(Map.of("pages", 3))
                        .command(new JobDefinitionCommand(new CommandDefinition().handler("reports.Daily"))));
        WorkersApi workers = new WorkersApi(client(NewToken.RoleEnum.WORKER));
        String worker = workers.workersRegister(new Introduction()
                        .name("generated")
                        .queues(List.of())
                        .labels(List.of())
                        .kinds(List.of("java"))
                        .handlers(List.of("reports.Daily"))
                        .capacity(1)
                        .version("1"))
                .getWorker();
        new JobsApi(admin).jobsTrigger("report", "once", new TriggerRequest());

        Assignment assignment = workers.workersClaim(
                        new Claim().worker(worker).most(1).patience("20s"))
                .getAssignments()
                .get(0);
        assertThat(assignment.getCommand().getHandler().getHandler()).isEqualTo("reports.Daily");
        assertThat(assignment.getInputs().getParameters()).containsEntry("pages", 3);
        workers.workersFinish(new Finish()
                .worker(worker)
                .lease(assignment.getLease())
                .result(new Result().outcome(Result.OutcomeEnum.SUCCESS).output(Map.of("sent", true))));

        String execution = assignment.getRun().getExecutionId();
        assertThat(new ExecutionsApi(admin).executionsShow(execution, "30s").getStatus())
                .isEqualTo(ExecutionDetails.StatusEnum.SUCCESS);
        assertThat(new RunsApi(admin).runsShow(assignment.getRun().getId()).getOutput())
                .isEqualTo(Map.of("sent", true));
    }

    @Test
    void errors_are_problems() throws Exception {
        ApiException missing = catchThrowableOfType(ApiException.class, () -> new JobsApi(admin).jobsShow("nothing"));
        assertThat(missing.getCode()).isEqualTo(404);
        assertThat(problem(missing).getDetail()).contains("nothing");

        ApiException wrong = catchThrowableOfType(
                ApiException.class,
                () -> new JobsApi(admin)
                        .jobsCreate(new JobDefinition()
                                .id("wrong")
                                .schedule("99 * * * *")
                                .command(shell("true"))));
        assertThat(wrong.getCode()).isEqualTo(400);
        assertThat(problem(wrong).getErrors())
                .singleElement()
                .satisfies(mistake -> assertThat(mistake.getPointer()).isEqualTo("/schedule"));

        ApiClient viewer = client(NewToken.RoleEnum.VIEWER);
        ApiException forbidden =
                catchThrowableOfType(ApiException.class, () -> new JobsApi(viewer).jobsDelete("report", null));
        assertThat(forbidden.getCode()).isEqualTo(403);
    }

    private static Problem problem(ApiException failure) throws IOException {
        return admin.getObjectMapper().readValue(failure.getResponseBody(), Problem.class);
    }
}
