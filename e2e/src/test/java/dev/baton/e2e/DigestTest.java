package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A digest looks at what became of jobs that run by themselves. */
@ExtendWith(SharedServer.class)
final class DigestTest {

    private final ServerProcess server;
    private final Operator operator;

    DigestTest(ServerProcess server) {
        this.server = server;
        this.operator = Operator.of(server);
    }

    @BeforeAll
    static void run_the_jobs_it_depends_on(ServerProcess server) {
        Operator operator = Operator.of(server);
        List<String> executions = List.of("monitor", "scan", "sweep", "broken").stream()
                .map(job -> operator.startJob(job, Map.of()))
                .toList();
        executions.forEach(operator::ended);
    }

    @Test
    void it_runs_when_all_of_them_succeeded() {
        Notes notes = Notes.in(server.directory(), "digest.txt");

        String execution = operator.startJob("digest", notes.parameters());

        assertThat(operator.ended(execution)).isEqualTo("success");
        assertThat(operator.steps(execution)).containsEntry("digest", "success");
        assertThat(notes.lines()).containsExactly("digest");
    }

    @Test
    void it_is_skipped_when_one_of_them_failed() {
        assertSkipped("digest-of-broken", "broken");
    }

    @Test
    void it_is_skipped_when_one_of_them_has_not_run() {
        assertSkipped("digest-of-missing", "never-run");
    }

    private void assertSkipped(String digest, String because) {
        Notes notes = Notes.in(server.directory(), digest + ".txt");

        String execution = operator.startJob(digest, notes.parameters());
        operator.ended(execution);

        assertThat(operator.steps(execution)).containsEntry(digest, "skipped");
        assertThat(Operator.text(operator.showRun(operator.run(execution, digest)), "reason"))
                .contains(because);
        assertThat(notes.lines()).isEmpty();
    }
}
