package dev.baton.internal.definition;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Workflows that were started once without being registered. A workflow stays known while an execution of it that this
 * node has started or claimed has not ended, on whichever node: this one may have to go on with it. It stays known
 * afterwards too, so that the execution can be retried; beyond {@value #MOST_ENDED}, the oldest are forgotten. Safe from
 * any thread.
 */
public final class OneOffs {

    private static final int MOST_ENDED = 1_000;

    private final Consumer<Definition> remove;
    private final Map<UUID, WorkflowDefinition> open = new HashMap<>();
    private final Map<String, WorkflowDefinition> ended = new LinkedHashMap<>();

    /** @param remove forgets a workflow */
    OneOffs(Consumer<Definition> remove) {
        this.remove = remove;
    }

    static boolean isOne(Definition definition) {
        return definition instanceof WorkflowDefinition workflow && workflow.isOneOff();
    }

    synchronized void started(WorkflowDefinition definition, UUID execution) {
        definition.setOneOff(true);
        known(execution, definition);
    }

    /** Keeps a workflow known for an execution that goes on here: one that was claimed, or that had ended. */
    public void entered(UUID execution, Definition definition) {
        if (definition instanceof WorkflowDefinition workflow && workflow.isOneOff()) {
            known(execution, workflow);
        }
    }

    private synchronized void known(UUID execution, WorkflowDefinition definition) {
        if (open.put(execution, definition) == null) {
            definition.addOpen(1);
        }
        ended.remove(definition.name(), definition);
    }

    /** Notes that an execution has ended, or has not come into being; its workflow may then be forgotten. */
    public synchronized void ended(UUID execution) {
        WorkflowDefinition workflow = open.remove(execution);
        if (workflow != null && workflow.addOpen(-1) == 0 && workflow.isOneOff()) {
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

    /**
     * Notes the ends of executions that have moved: no one tells this node of them.
     *
     * @param isElsewhere whether an execution is not on this node
     * @param endedAmong asks which of some executions have ended
     */
    public void endElsewhere(Predicate<UUID> isElsewhere, UnaryOperator<Collection<UUID>> endedAmong) {
        List<UUID> elsewhere;
        synchronized (this) {
            elsewhere = open.keySet().stream().filter(isElsewhere).toList();
        }
        if (!elsewhere.isEmpty()) {
            endedAmong.apply(elsewhere).forEach(this::ended);
        }
    }
}
