package dev.baton;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A body that is another workflow, or job: it starts an execution of it and ends as that does. Its output is what the
 * steps returned, by name. When it is retried, what failed in there is.
 *
 * @param name the workflow's name
 * @param parameters what it is given, besides what the run that starts it was given
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
        handover.nest(submission, ended -> end(ended, handover));
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
