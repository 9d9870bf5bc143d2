package dev.baton.server.kind;

import dev.baton.server.spec.document.Copies;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import java.util.List;
import java.util.Map;

/**
 * Runs another workflow: the step waits for its execution and takes its status.
 *
 * @param workflow its name
 * @param parameters its parameters
 */
public record WorkflowWork(String workflow, Map<String, Object> parameters) implements WorkSpec {

    private static final Key<String> WORKFLOW =
            Key.of("workflow", Types.NAME, "The workflow that a step of kind workflow runs.");
    private static final Key<Map<String, Object>> WITH = Key.of(
                    "with", Types.VALUES, "The parameters that workflow is started with.")
            .otherwise(Map.of());

    static final Kind KIND = Kind.withoutCommand(
            "workflow",
            List.of(WORKFLOW, WITH),
            table -> new WorkflowWork(table.require(WORKFLOW, ""), table.get(WITH)));

    /** Copies the parameters. */
    public WorkflowWork {
        parameters = Copies.map(parameters);
    }

    @Override
    public String kind() {
        return KIND.name();
    }

    @Override
    public void write(Out out) {
        out.put(WORKFLOW, workflow).put(WITH, parameters);
    }

    @Override
    public List<Reference> references() {
        return List.of(new Reference(Reference.Type.WORKFLOW, workflow, WORKFLOW));
    }

    @Override
    public Made make(Setting setting) {
        return setting.withoutWorker(setting.parts().subWorkflow(this));
    }

    @Override
    public boolean hasChildren() {
        return true;
    }
}
