package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Workflow;
import java.util.HashMap;
import java.util.Map;

/**
 * An execution of a workflow that is written in Java.
 *
 * @param baton what it runs on
 * @param execution the execution
 */
record JavaStage(Baton baton, Execution execution) implements Foreground.Stage {

    static JavaStage open(Baton.Builder settings, Workflow workflow) {
        Baton baton = settings.build().add(workflow);
        return new JavaStage(baton, baton.trigger(workflow));
    }

    static Foreground.Steps stepsOf(Workflow workflow) {
        Map<String, Integer> most = new HashMap<>();
        for (Job job : workflow.graph().jobs()) {
            int attempts = job.policy().retry().attempts();
            if (attempts > 1) {
                most.put(job.name().substring(job.name().indexOf('/') + 1), attempts);
            }
        }
        return new Foreground.Steps(workflow.graph().plan().names(), Map.copyOf(most));
    }

    @Override
    public void start() {
        baton.start();
    }

    @Override
    public void close() {
        baton.close();
    }
}
