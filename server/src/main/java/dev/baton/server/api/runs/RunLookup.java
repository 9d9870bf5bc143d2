package dev.baton.server.api.runs;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.error.NotPossibleException;
import dev.baton.server.api.Services;
import dev.baton.server.dispatch.Holder;
import dev.baton.server.http.Shown;
import dev.baton.spi.ExecutionRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds runs, and collects the details of a run. */
final class RunLookup {

    private final Services services;

    RunLookup(Services services) {
        this.services = services;
    }

    /**
     * A run with its execution.
     *
     * @param step the name of the run in the execution
     */
    record Found(Execution execution, Run run, String step) {

        /** Its role in a fan-out, as far as its execution shows it. */
        RunView.Place place() {
            return placeIn(execution, run);
        }
    }

    static RunView.Place placeIn(Execution execution, Run run) {
        return new RunView.Place(
                RunRole.within(execution.name(), run.job()),
                execution.parentRun().map(Object::toString).orElse(null));
    }

    /**
     * @throws dev.baton.error.NoSuchExecutionException if there is none
     */
    Found find(RunId id) {
        Execution execution = services.baton().execution(id.execution());
        Run run = execution.run(id.number());
        return new Found(execution, run, execution.step(id.number()));
    }

    /** The execution that belongs to a run. */
    Optional<ExecutionRecord> nested(RunId parent) {
        return services.history().execution(RunRole.key(parent));
    }

    /**
     * Refuses to retry a child of a run that has ended, because nothing would use the result.
     *
     * @throws NotPossibleException if the parent has ended
     */
    static void refuseChildOfEnded(Baton baton, Execution execution) {
        execution.parentRun().ifPresent(parent -> {
            if (baton.execution(parent.execution())
                    .run(parent.number())
                    .status()
                    .isTerminal()) {
                throw new NotPossibleException("this belongs to run " + parent
                        + ", which has ended. Retry that one: it runs again what failed in here.");
            }
        });
    }

    RunDetails details(RunId id) {
        Found found = find(id);
        Execution execution = found.execution;
        Run run = found.run;
        RunView.Place place = found.place();
        RunCounts children = nested(id)
                .map(nested ->
                        RunCounts.of(services.baton().execution(nested.id()).counts()))
                .orElse(null);
        boolean isChild = place.role() == RunRole.CHILD;
        return new RunDetails(
                id.toString(),
                id.execution().toString(),
                run.job(),
                found.step,
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                run.attempt(),
                run.attempts().stream().map(AttemptView::of).toList(),
                execution.trigger(),
                execution.scheduledTime(),
                run.times().started(),
                run.times().finished(),
                run.times().notBefore(),
                Shown.of(run.result().output()),
                run.error().map(RunLookup::words).orElse(null),
                exitCode(run),
                worker(run),
                place.role() == null && children != null ? RunRole.PARENT : place.role(),
                place.parentRunId(),
                isChild ? Integer.valueOf(id.number()) : null,
                isChild ? item(execution.items(), id.number()) : null,
                ProgressView.of(run),
                children,
                RunSetup.of(services.catalog(), run.job(), place.role()));
    }

    static @Nullable Object item(List<?> items, int index) {
        return index < items.size() ? Shown.of(items.get(index)) : null;
    }

    private static @Nullable String words(Throwable error) {
        String message = error.getMessage();
        return message == null || message.isBlank() ? RunView.firstLine(error.toString()) : message;
    }

    private static @Nullable Integer exitCode(Run run) {
        return Holder.of(run).map(Holder::exitCode).orElse(null);
    }

    private RunDetails.@Nullable WorkerOfRun worker(Run run) {
        return Holder.of(run)
                .map(holder -> new RunDetails.WorkerOfRun(holder.worker(), holder.name(), holder.host()))
                .or(() -> services.dispatcher()
                        .workerOf(run.id())
                        .flatMap(services.dispatcher()::worker)
                        .map(worker -> new RunDetails.WorkerOfRun(
                                worker.id(),
                                worker.introduction().name(),
                                worker.introduction().host())))
                .orElse(null);
    }
}
