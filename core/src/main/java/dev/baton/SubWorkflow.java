package dev.baton;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A body that is another workflow, or job: it starts an execution of it and ends as that does. Its output is what the
 * steps returned, by name. When it is retried, what failed in there is.
 */
final class SubWorkflow implements Deferred {

    private final String name;

    SubWorkflow(String name) {
        this.name = name;
    }

    @Override
    public void begin(RunContext context, Handover handover) {
        Submission submission = Submission.of(name).parameters(context.parameters());
        handover.nest(submission, ended -> end(ended, handover));
    }

    private static void end(Execution ended, Handover handover) {
        if (ended.status() == ExecutionStatus.SUCCESS) {
            Map<String, Object> outputs = new LinkedHashMap<>();
            ended.runs().forEach(run -> run.output().ifPresent(output -> outputs.put(run.step(), output)));
            handover.succeed(outputs);
        } else {
            handover.fail(new IllegalStateException(
                    ended.name() + " ended as " + ended.status() + " (execution " + ended.id() + ")"));
        }
    }
}
