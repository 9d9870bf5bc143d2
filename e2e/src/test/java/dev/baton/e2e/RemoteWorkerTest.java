package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Workers in processes of their own, that could as well be on other hosts. */
@ExtendWith(SharedServer.class)
final class RemoteWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerProcess server;
    private final Operator operator;

    RemoteWorkerTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @Test
    void a_job_waits_for_a_worker_with_its_label_that_can_cancel_it_and_be_drained() {
        Notes notes = Notes.in(server.directory(), "gpu.txt");
        String execution = operator.startJob("on-gpu", notes.parameters());
        String run = operator.run(execution, "on-gpu");
        assertThat(operator.api().get("/runs/" + run + "/explain").expect(200).toString())
                .contains("gpu");

        try (WorkerProcess worker = WorkerProcess.start(server, "with-gpu", "gpu,cancellable,drainable")) {
            assertThat(operator.ended(execution)).isEqualTo("success");
            assertThat(notes.lines()).containsExactly("gpu");
            cancelling_a_run_leaves_no_process_behind();
            a_drained_worker_finishes_what_it_has_and_takes_nothing_more(worker);
            assertThat(worker.terminate(PATIENCE)).isTrue();
        }
    }

    private void cancelling_a_run_leaves_no_process_behind() {
        Notes processes = Notes.in(server.directory(), "family.txt");
        String execution = operator.startJob("family", processes.parameters());
        await().atMost(PATIENCE).until(() -> processes.lines().size() == 3);

        operator.api()
                .post("/executions/" + execution + "/cancel", Map.of("reason", "no longer needed"))
                .expect(200);

        assertThat(operator.ended(execution)).isEqualTo("cancelled");
        await("the end of the processes")
                .atMost(PATIENCE)
                .until(() -> processes.lines().stream().noneMatch(RemoteWorkerTest::isAlive));
    }

    private void a_drained_worker_finishes_what_it_has_and_takes_nothing_more(WorkerProcess worker) {
        Notes before = Notes.in(server.directory(), "drained-before.txt");
        Notes after = Notes.in(server.directory(), "drained-after.txt");
        String running = operator.startJob("on-drained-worker", before.parameters());
        await().atMost(PATIENCE).until(() -> before.lines().contains("started"));

        operator.api().post("/workers/" + worker.id(operator) + "/drain").expect(200);
        String waiting = operator.startJob("on-drained-worker", after.parameters());
        before.letGo();

        assertThat(operator.ended(running)).isEqualTo("success");
        assertThat(operator.steps(waiting)).containsValue("pending");
        assertThat(after.lines()).isEmpty();
        operator.api().post("/executions/" + waiting + "/cancel").expect(200);
    }

    @Test
    void what_a_killed_worker_had_or_was_about_to_add_is_done_once_by_the_next() {
        Notes lost = Notes.in(server.directory(), "lost.txt");
        Notes survey = Notes.in(server.directory(), "survey.txt");
        try (WorkerProcess first = WorkerProcess.start(server, "first", "losable,surveyor")) {
            String losing = operator.startJob("on-lost-worker", lost.parameters());
            String adding = operator.startJob("survey", survey.parameters());
            await().atMost(PATIENCE)
                    .until(() ->
                            lost.lines().contains("attempt 1") && survey.lines().contains("attempt 1"));
            first.kill();
            lost.letGo();
            survey.letGo();

            try (WorkerProcess second = WorkerProcess.start(server, "second", "losable,surveyor")) {
                assertThat(operator.ended(losing)).isEqualTo("success");
                assertThat(lost.lines()).containsExactly("attempt 1", "attempt 2");

                assertThat(operator.ended(adding)).isEqualTo("success");
                assertThat(operator.steps(adding))
                        .isEqualTo(Map.of("survey", "success", "north", "success", "south", "success"));
                assertThat(survey.lines()).containsExactly("attempt 1", "attempt 2", "start north", "start south");
                assertThat(second.terminate(PATIENCE)).isTrue();
            }
        }
    }

    private static boolean isAlive(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
    }
}
