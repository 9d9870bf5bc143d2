package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.JobCall;
import dev.baton.JobStep;
import dev.baton.Workflow;
import dev.baton.WorkflowPolicy;
import java.util.Arrays;

/** The registered jobs that a workflow names: those that are steps of it, and what is started at its end. */
final class WorkflowReferences {

    private WorkflowReferences() {}

    /**
     * Refuses a workflow that names what is not registered.
     *
     * @throws dev.baton.error.NoSuchJobException when something is not there, or is no job where one is needed
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
