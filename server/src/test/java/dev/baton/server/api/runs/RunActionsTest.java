package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.server.api.runs.ApiFixture.Answer;
import dev.baton.server.event.EventFilter;
import dev.baton.server.event.EventSubscription;
import dev.baton.server.event.ServerEvent;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Method;
import dev.baton.server.security.Role;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** Tests the actions on runs, and who may see and do what. */
class RunActionsTest extends RunFixture {

    @Test
    void a_cancellation_says_what_it_did() throws Exception {
        server.workflow(RELEASE).withWorker();
        Execution execution = trigger("release");
        awaitStatus(execution, "ask", RunStatus.RUNNING);
        Answer never = server.post(run(execution, "ship") + "/cancel", "{\"reason\": \"not today\"}");
        assertFits("runs.cancel", never);
        assertThat(never.json().path("outcome").asString()).isEqualTo("never_started");
        assertThat(server.post(run(execution, "ask") + "/cancel")
                        .json()
                        .path("outcome")
                        .asString())
                .isEqualTo("signalled");
        execution.await(PATIENCE);
        assertThat(server.post(run(execution, "ask") + "/cancel")
                        .json()
                        .path("outcome")
                        .asString())
                .isEqualTo("already_ended");
    }

    @Test
    void a_failed_run_is_retried_in_its_execution() throws Exception {
        server.workflow(ETL).withWorker();
        Execution execution = ended("etl");
        Answer answer = server.post(run(execution, "load") + "/retry", "{\"reason\": \"once more\"}");
        assertThat(answer.status()).isEqualTo(200);
        execution.await(PATIENCE);
        assertThat(execution.run("load").attempt()).isEqualTo(2);
        assertThat(server.post(run(execution, "extract") + "/retry").status()).isEqualTo(409);
    }

    @Test
    void an_answer_of_a_person_is_an_event() throws Exception {
        server.workflow(RELEASE).withWorker();
        Execution execution = trigger("release");
        awaitStatus(execution, "ask", RunStatus.RUNNING);
        EventSubscription heard = server.events.subscribe(EventFilter.ALL, null);

        server.post(run(execution, "ask") + "/approve", "{\"approved\": true, \"comment\": \"go\"}");

        ServerEvent event = heard.next(1).get(0);
        assertThat(event.type()).isEqualTo("run.approved");
        assertThat(event.data()).containsEntry("name", "release/ask").containsEntry("detail", "the-operator: go");
    }

    @Test
    void a_mark_lets_others_go_on_and_says_who_and_why() throws Exception {
        server.workflow(ETL).withWorker();
        Execution execution = ended("etl");
        assertThat(server.post(run(execution, "load") + "/mark", "{\"status\": \"success\"}")
                        .status())
                .isEqualTo(400);
        Answer answer = server.post(
                run(execution, "load") + "/mark", "{\"status\": \"success\", \"reason\": \"loaded by hand\"}");
        assertFits("runs.mark", answer);
        execution.await(PATIENCE);
        assertThat(execution.run("report").status()).isEqualTo(RunStatus.SUCCESS);
        assertThat(server.get(run(execution, "load") + "/log").text())
                .contains("marked as success by the-operator: loaded by hand");
        assertThat(server.lastAudited()).contains("runs.mark", "\"marked\":\"success\"", "loaded by hand");
    }

    @Test
    void an_approval_lets_a_run_go_on_and_says_who_and_why() throws Exception {
        server.workflow(RELEASE).withWorker();
        Execution execution = trigger("release");
        awaitStatus(execution, "ask", RunStatus.RUNNING);
        assertThat(server.post(run(execution, "ship") + "/approve", "{\"approved\": true}")
                        .status())
                .isEqualTo(409);
        server.post(run(execution, "ask") + "/approve", "{\"approved\": true, \"comment\": \"looks good\"}");
        execution.await(PATIENCE);
        assertThat(execution.run("ask").output()).contains("the-operator: looks good");
        assertThat(execution.run("ship").status()).isEqualTo(RunStatus.SUCCESS);
    }

    @Test
    void a_rejection_fails_the_run() throws Exception {
        server.workflow(RELEASE).withWorker();
        Execution execution = trigger("release");
        awaitStatus(execution, "ask", RunStatus.RUNNING);
        server.post(run(execution, "ask") + "/approve", "{\"approved\": false, \"comment\": \"not yet\"}");
        execution.await(PATIENCE);
        assertThat(server.get(run(execution, "ask")).json().path("error").asString())
                .contains("rejected: the-operator: not yet");
    }

    @Test
    void nothing_is_shown_or_done_without_credentials() {
        for (Endpoint endpoint : server.table) {
            String path = endpoint.path().replace("{id}", "0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11");
            Answer answer = server.send(
                    endpoint.method() == Method.GET
                            ? server.request(path)
                            : server.request(path)
                                    .header("Content-Type", "application/json")
                                    .method(endpoint.method().name(), BodyPublishers.ofString("{}")));
            assertThat(answer.status()).as(endpoint.toString()).isEqualTo(401);
        }
    }

    @Test
    void a_viewer_changes_nothing_and_a_worker_sees_nothing() {
        for (Endpoint endpoint : server.table) {
            String path = endpoint.path().replace("{id}", "0190a5c8-7b3e-7c1a-9f00-2a6d5f0e4b11");
            if (endpoint.method() == Method.GET) {
                assertThat(server.get(Role.WORKER, path).status())
                        .as(endpoint.toString())
                        .isEqualTo(403);
            } else {
                assertThat(server.post(Role.VIEWER, path, "{}").status())
                        .as(endpoint.toString())
                        .isEqualTo(403);
            }
        }
    }
}
