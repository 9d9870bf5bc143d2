package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.here;
import static dev.baton.jdbc.Samples.running;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A history of an open store on its own database. */
abstract class HistoryFixture {

    static final long SECOND = 1_000_000;

    final TestDatabase database;
    Store store;

    History history;

    HistoryFixture(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        store = database.stores().get();
        store.open(Duration.ofMinutes(1), () -> {});
        history = database.histories().get();
    }

    @AfterEach
    void close() {
        history.close();
        store.close();
    }

    static Instant at(long seconds) {
        return Time.toInstant(NOW + seconds * SECOND);
    }

    /** An execution that was created at one second and ended at another; 0 if it has not ended. */
    static ExecutionRecord execution(String name, long created, ExecutionStatus status, long ended) {
        return new ExecutionRecord(
                Ids.next(NOW + created * SECOND),
                name,
                new ExecutionRecord.Cause(Trigger.MANUAL, 0, NOW + created * SECOND, 0, "{}", null),
                new ExecutionRecord.Place("default", Set.of(), 0, null),
                new ExecutionRecord.State(
                        UUID.randomUUID(),
                        status,
                        0,
                        NOW + created * SECOND,
                        ended == 0 ? 0 : NOW + ended * SECOND,
                        2));
    }

    ExecutionRecord given(ExecutionRecord execution) {
        store.commit(creating(here(execution)));
        return execution;
    }

    ExecutionRecord givenEnded(String name, long created, long ended) {
        return given(execution(name, created, ExecutionStatus.SUCCESS, ended));
    }

    RunId givenRun(ExecutionRecord execution, int step, String job, RunStatus status, long start, long end) {
        store.commit(running(new RunRecord(
                execution.id(),
                step,
                job,
                new RunRecord.State(status, 1, 0, false),
                new RunRecord.Times(NOW + start * SECOND, end == 0 ? 0 : NOW + end * SECOND, 0),
                new RunRecord.Result(new Codec.Encoded("\"out\"", "java.lang.String"), "it broke", new byte[] {1}),
                false)));
        return new RunId(execution.id(), step);
    }

    List<UUID> ids(HistoryExecutions wanted) {
        return history.executions(wanted).rows().stream()
                .map(ExecutionRecord::id)
                .toList();
    }

    List<RunId> runs(HistoryRuns wanted) {
        return history.runs(wanted).rows().stream().map(HistoryRun::id).toList();
    }

    RunId givenSingle(String name, ExecutionStatus status, RunStatus runStatus, long created, long ended) {
        ExecutionRecord execution = execution(name, created, status, 0);
        store.commit(creating(here(execution)));
        var state =
                new ExecutionRecord.State(UUID.randomUUID(), status, 0, NOW, ended == 0 ? 0 : NOW + ended * SECOND, 1);
        RunRecord run = new RunRecord(
                execution.id(),
                0,
                name,
                new RunRecord.State(runStatus, 1, 0, false),
                new RunRecord.Times(NOW + (created + 1) * SECOND, ended == 0 ? 0 : NOW + ended * SECOND, 0),
                new RunRecord.Result(new Codec.Encoded("\"out\"", "java.lang.String"), "it broke", null),
                true);
        store.commit(new Store.Commit(
                List.of(),
                List.of(Samples.with(Samples.at(execution, store.node()), state)),
                List.of(run),
                Map.of(),
                List.of(),
                null));
        return new RunId(execution.id(), 0);
    }
}
