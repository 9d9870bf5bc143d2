package dev.baton.internal.definition;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Workflows that were started once without being registered. A workflow stays known after its last execution has ended,
 * so that the execution can be retried; beyond {@value #MOST_ENDED}, the oldest are forgotten. Safe from any thread.
 */
public final class OneOffs {

    private static final int MOST_ENDED = 1_000;

    private final Consumer<Definition> remove;
    private final Map<String, WorkflowDefinition> ended = new LinkedHashMap<>();

    /** @param remove forgets a workflow */
    OneOffs(Consumer<Definition> remove) {
        this.remove = remove;
    }

    static boolean isOne(Definition definition) {
        return definition instanceof WorkflowDefinition workflow && workflow.isOneOff();
    }

    synchronized void started(WorkflowDefinition definition) {
        definition.setOneOff(true);
        definition.active().incrementAndGet();
        ended.remove(definition.name());
    }

    /** Keeps a workflow known while an execution of it that had ended goes on. */
    public synchronized void reopened(Definition definition) {
        if (definition instanceof WorkflowDefinition workflow && workflow.isOneOff()) {
            workflow.active().incrementAndGet();
            ended.remove(workflow.name(), workflow);
        }
    }

    /** Notes the end of an execution; its workflow may then be forgotten. */
    public synchronized void ended(Definition definition) {
        if (definition instanceof WorkflowDefinition workflow
                && workflow.isOneOff()
                && workflow.active().decrementAndGet() <= 0) {
            ended.put(workflow.name(), workflow);
            if (ended.size() > MOST_ENDED) {
                Iterator<WorkflowDefinition> oldest = ended.values().iterator();
                WorkflowDefinition gone = oldest.next();
                oldest.remove();
                if (gone.isOneOff()) {
                    remove.accept(gone);
                }
            }
        }
    }
}
