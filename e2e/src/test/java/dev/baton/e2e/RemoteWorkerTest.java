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

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ServerProcess server;
    private final Operator operator;

    RemoteWorkerTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @Test
    void a_job_waits_for_a_worker_with_its_label() {
        Notes notes = Notes.in(server.directory(), "gpu.txt");
        String execution = operator.startJob("on-gpu", notes.parameters());
        String run = operator.run(execution, "on-gpu");
        assertThat(operator.api().get("/runs/" + run + "/explain").expect(200).toString())
                .contains("gpu");

        try (WorkerProcess worker = WorkerProcess.start(server, "with-gpu", "gpu")) {
            assertThat(operator.ended(execution)).isEqualTo("success");
            assertThat(notes.lines()).containsExactly("gpu");
            assertThat(worker.terminate(PATIENCE)).isTrue();
        }
    }

    @Test
    void what_a_killed_worker_had_is_tried_again_elsewhere() {
        Notes notes = Notes.in(server.directory(), "lost.txt");
        try (WorkerProcess first = WorkerProcess.start(server, "first", "losable")) {
            String execution = operator.startJob("on-lost-worker", notes.parameters());
            await().atMost(PATIENCE).until(() -> notes.lines().contains("attempt 1"));
            first.kill();
            notes.letGo();

            try (WorkerProcess second = WorkerProcess.start(server, "second", "losable")) {
                assertThat(operator.ended(execution)).isEqualTo("success");
                assertThat(notes.lines()).containsExactly("attempt 1", "attempt 2");
                assertThat(second.terminate(PATIENCE)).isTrue();
            }
        }
    }

    @Test
    void what_a_killed_worker_was_about_to_add_is_added_once_by_the_next() {
        Notes notes = Notes.in(server.directory(), "survey.txt");
        try (WorkerProcess first = WorkerProcess.start(server, "first-surveyor", "surveyor")) {
            String execution = operator.startJob("survey", notes.parameters());
            await().atMost(PATIENCE).until(() -> notes.lines().contains("attempt 1"));
            first.kill();
            notes.letGo();

            try (WorkerProcess second = WorkerProcess.start(server, "second-surveyor", "surveyor")) {
                assertThat(operator.ended(execution)).isEqualTo("success");
                assertThat(operator.steps(execution))
                        .isEqualTo(Map.of("survey", "success", "north", "success", "south", "success"));
                assertThat(notes.lines()).containsExactly("attempt 1", "attempt 2", "start north", "start south");
                assertThat(second.terminate(PATIENCE)).isTrue();
            }
        }
    }

    @Test
    void a_drained_worker_finishes_what_it_has_and_takes_nothing_more() {
        Notes before = Notes.in(server.directory(), "drained-before.txt");
        Notes after = Notes.in(server.directory(), "drained-after.txt");
        try (WorkerProcess worker = WorkerProcess.start(server, "drained", "drainable")) {
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
    }

    @Test
    void cancelling_a_run_leaves_no_process_behind() {
        Notes processes = Notes.in(server.directory(), "family.txt");
        try (WorkerProcess worker = WorkerProcess.start(server, "cancelling", "cancellable")) {
            String execution = operator.startJob("family", processes.parameters());
            await().atMost(PATIENCE).until(() -> processes.lines().size() == 3);

            operator.api()
                    .post("/executions/" + execution + "/cancel", Map.of("reason", "no longer needed"))
                    .expect(200);

            assertThat(operator.ended(execution)).isEqualTo("cancelled");
            await("the end of the processes")
                    .atMost(PATIENCE)
                    .until(() -> processes.lines().stream().noneMatch(RemoteWorkerTest::isAlive));
            assertThat(worker.terminate(PATIENCE)).isTrue();
        }
    }

    private static boolean isAlive(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
    }
}
