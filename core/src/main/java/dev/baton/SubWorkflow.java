package dev.baton;

import dev.baton.spi.HiddenParameters;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A body that starts an execution of another workflow or job and ends with the same status. Its output is a map of the
 * steps' outputs by name. A retry retries the failed steps of that execution.
 *
 * <pre>{@code
 * w.call("nightly", new SubWorkflow("etl", Map.of("day", "monday")));
 * }</pre>
 *
 * @param name the name of the workflow or job
 * @param parameters the parameters, in addition to those of the run that starts it
 */
public record SubWorkflow(String name, Map<String, Object> parameters) implements Deferred {

    /** Copies the parameters. */
    public SubWorkflow {
        parameters = Map.copyOf(parameters);
    }

    @Override
    public void begin(RunContext context, Handover handover) {
        Submission submission =
                Submission.of(name).parameters(context.parameters()).parameters(parameters);
        handover.nest(HiddenParameters.carry(submission, context.carried()), ended -> end(ended, handover));
    }

    private static void end(Execution ended, Handover handover) {
        if (ended.status().countsAsSuccess()) {
            Map<String, Object> outputs = new LinkedHashMap<>();
            ended.runs().forEach(run -> run.output().ifPresent(output -> outputs.put(run.step(), output)));
            if (ended.status() == ExecutionStatus.PARTIAL) {
                handover.partlySucceed(outputs);
            } else {
                handover.succeed(outputs);
            }
        } else if (ended.status() == ExecutionStatus.SKIPPED) {
            handover.skipRun(ended.name() + " was skipped (execution " + ended.id() + ")");
        } else {
            handover.fail(new IllegalStateException(
                    ended.name() + " ended as " + ended.status() + " (execution " + ended.id() + ")"));
        }
    }
}
