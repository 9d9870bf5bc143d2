package dev.baton.server.spec;

import java.util.Map;

/**
 * A whole other workflow: the step waits for it and takes its result.
 *
 * @param workflow its name
 * @param parameters what it is started with
 */
public record WorkflowWork(String workflow, Map<String, Object> parameters) implements WorkSpec {

    /** Copies the parameters. */
    public WorkflowWork {
        parameters = Copies.map(parameters);
    }

    @Override
    public String kind() {
        return "workflow";
    }
}
