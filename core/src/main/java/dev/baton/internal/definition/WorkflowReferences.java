package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.JobCall;
import dev.baton.JobStep;
import dev.baton.Workflow;
import dev.baton.WorkflowPolicy;
import java.util.Arrays;

/** Checks the registered jobs that a workflow refers to: as its steps, and as the jobs to start at its end. */
final class WorkflowReferences {

    private WorkflowReferences() {}

    /**
     * Throws if a workflow refers to a job that is not registered.
     *
     * @throws dev.baton.error.NoSuchJobException if a name is not registered, or names a workflow where a job is needed
     */
    static void refuseUnknown(Workflow workflow, Registry registry) {
        for (Job step : workflow.graph().jobs()) {
            if (step.body() instanceof JobStep registered) {
                registry.job(registered.job());
            }
        }
        WorkflowPolicy.Callbacks callbacks = workflow.policy().callbacks();
        for (JobCall call : Arrays.asList(callbacks.onSuccessJob(), callbacks.onFailureJob())) {
            if (call != null) {
                registry.get(call.job());
            }
        }
    }
}
