package dev.baton.server.simulate;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a simulation.
 *
 * @param from the beginning of the range, inclusive
 * @param to the end of the range, exclusive; executions that started before are shown to their end
 * @param executions the executions, by their start
 */
@Doc("The result of a simulation.")
public record Simulation(
        @Doc("The beginning of the range.") Instant from,

        @Doc("The end of the range. Executions that started before are simulated to their end.")
        Instant to,

        @Doc("The executions, by their start.") List<SimulatedExecution> executions) {

    /** Copies the executions. */
    public Simulation {
        executions = List.copyOf(executions);
    }

    /**
     * A simulated execution.
     *
     * @param name the job's or workflow's name
     * @param within the run that starts it, by its job's name; null if no run does
     * @param trigger why it starts
     * @param scheduled its scheduled time
     * @param started when it starts
     * @param finished when it ends; null if it does not
     * @param status how it ends
     * @param runs its runs, parents before children
     */
    @Doc("A simulated execution.")
    public record SimulatedExecution(
            @Doc("The name of the job or workflow.") String name,

            @Doc("The run that starts it, by the name of its job: a fan-out's, or a sub-workflow's.") @Nullable String within,

            @Doc("Why it starts.") Trigger trigger,
            @Doc("Its scheduled time.") Instant scheduled,
            @Doc("When it starts.") Instant started,

            @Doc("When it ends; missing if it does not.") @Nullable Instant finished,

            @Doc("How it ends.") ExecutionStatus status,
            @Doc("Its runs, parents before children.") List<SimulatedRun> runs) {

        static SimulatedExecution of(Execution execution, @Nullable String within) {
            return new SimulatedExecution(
                    execution.name(),
                    within,
                    execution.trigger(),
                    execution.scheduledTime(),
                    execution.started(),
                    execution.finished().orElse(null),
                    execution.status(),
                    execution.runs().stream().map(SimulatedRun::of).toList());
        }
    }

    /**
     * A simulated run.
     *
     * @param job the job's name, {@code workflow/step} for a step
     * @param status how it ends
     * @param reason the reason for its status; may be empty
     * @param attempt the number of the last attempt; 0 if there is none
     * @param started when the last attempt starts; null if there is none
     * @param finished when it ends; null if it does not
     */
    @Doc("A simulated run.")
    public record SimulatedRun(
            @Doc("The name of the job; workflow/step for a step.")
            String job,

            @Doc("How it ends.") RunStatus status,

            @Doc("The reason for its status; may be empty.") String reason,

            @Doc("The number of the last attempt; 0 if there is none.")
            int attempt,

            @Doc("When the last attempt starts.") @Nullable Instant started,

            @Doc("When it ends.") @Nullable Instant finished) {

        static SimulatedRun of(Run run) {
            return new SimulatedRun(
                    run.job(),
                    run.status(),
                    run.reason(),
                    run.attempt(),
                    run.started().orElse(null),
                    run.finished().orElse(null));
        }
    }
}
