package dev.baton.engine;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies an execution's state into values. Called within its turn, so that a copy is of one moment. */
final class Snapshots {

    private Snapshots() {}

    static List<Run> runs(LiveExecution execution) {
        List<Run> runs = new ArrayList<>(execution.plan.size());
        for (int step = 0; step < execution.plan.size(); step++) {
            runs.add(run(execution, step));
        }
        return List.copyOf(runs);
    }

    static Run run(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        int attempt = execution.attempts[step];
        long started = execution.started[step];
        if (execution.leases.get(step) instanceof Attempt running) {
            attempt = running.number;
            started = running.started;
        }
        Notes notes = execution.notes(step);
        return new Run(
                execution.runId(step),
                execution.nodes[step].job().name(),
                status,
                Reasons.of(execution, step),
                attempt,
                new Run.Times(
                        instant(started),
                        instant(execution.finished[step]),
                        notes == null ? null : instant(notes.notBefore)),
                result(execution, step, notes));
    }

    private static Run.Result result(LiveExecution execution, int step, @Nullable Notes notes) {
        Object output = execution.output(step);
        if (notes == null) {
            return output == null ? Run.Result.NONE : new Run.Result(output, null, null, List.of());
        }
        return new Run.Result(output, notes.error, notes.progress, notes.log());
    }

    private static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}
