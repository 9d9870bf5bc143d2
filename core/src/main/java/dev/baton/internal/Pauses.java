package dev.baton.internal;

import dev.baton.Job;
import dev.baton.error.NoSuchJobException;
import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.definition.WorkflowDefinition;
import dev.baton.internal.fire.Schedules;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Pauses and resumes jobs, workflows and steps, on all nodes and across restarts. Safe from any thread. */
final class Pauses {

    private final Registry registry;
    private final ExecutionOwner owner;
    private final Schedules schedules;
    /** The names of everything that is paused, by any node or since before a restart. */
    private final Set<String> paused = ConcurrentHashMap.newKeySet();

    Pauses(Registry registry, ExecutionOwner owner, Schedules schedules) {
        this.registry = registry;
        this.owner = owner;
        this.schedules = schedules;
    }

    /** Pauses a newly registered definition, if its name is paused. */
    void restore(Definition definition) {
        setPaused(definition, paused);
    }

    /** Pauses or resumes a job, a workflow or a step. */
    void set(String name, boolean paused) {
        int slash = name.indexOf('/');
        Definition definition = registry.get(slash < 0 ? name : name.substring(0, slash));
        if (slash >= 0) {
            String step = name.substring(slash + 1);
            if (!(definition instanceof WorkflowDefinition workflow) || !workflow.hasStep(step)) {
                throw new NoSuchJobException(name, stepNames(definition));
            }
            keepPaused(name, paused);
            workflow.setStepPaused(step, paused);
            return;
        }
        keepPaused(name, paused);
        schedules.pause(definition, paused);
    }

    private void keepPaused(String name, boolean isPaused) {
        owner.keepPaused(name, isPaused);
        if (isPaused) {
            paused.add(name);
        } else {
            paused.remove(name);
        }
    }

    /** Applies the pauses of other nodes, or from before a restart. */
    void follow(Set<String> names) {
        paused.addAll(names);
        paused.retainAll(names);
        registry.all().forEach(definition -> setPaused(definition, names));
        registry.brought().all().forEach(definition -> setPaused(definition, names));
    }

    private void setPaused(Definition definition, Set<String> names) {
        schedules.pause(definition, names.contains(definition.name()));
        if (definition instanceof WorkflowDefinition workflow) {
            workflow.setPausedSteps(names);
        }
    }

    private static Iterable<String> stepNames(Definition definition) {
        return definition instanceof WorkflowDefinition workflow
                ? workflow.workflow().graph().jobs().stream().map(Job::name)::iterator
                : List.of();
    }
}
