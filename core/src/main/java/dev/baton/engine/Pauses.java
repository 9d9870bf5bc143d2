package dev.baton.engine;

import dev.baton.Job;
import dev.baton.error.NoSuchJobException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Pauses and resumes jobs, workflows and steps, on all nodes and over restarts. Safe from any thread. */
final class Pauses {

    private final Registry registry;
    private final @Nullable Home home;
    private final BooleanSupplier running;
    /** What is paused on any node, or was in a former life, by name. */
    private final Set<String> paused = ConcurrentHashMap.newKeySet();

    /**
     * Nothing is paused yet.
     *
     * @param running whether schedules fire
     */
    Pauses(Registry registry, @Nullable Home home, BooleanSupplier running) {
        this.registry = registry;
        this.home = home;
        this.running = running;
    }

    /** Pauses or resumes what was registered just now as what it was before. */
    void restore(Definition definition) {
        if (home != null) {
            setPaused(definition, paused);
        }
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
        setPaused(definition, paused);
    }

    private void keepPaused(String name, boolean isPaused) {
        if (home != null) {
            home.pause(name, isPaused);
            if (isPaused) {
                paused.add(name);
            } else {
                paused.remove(name);
            }
        }
    }

    /** Pauses and resumes what was paused and resumed on other nodes, or in a former life. */
    void follow(Set<String> names) {
        paused.addAll(names);
        paused.retainAll(names);
        for (Definition definition : registry.all()) {
            setPaused(definition, names);
        }
    }

    private void setPaused(Definition definition, Set<String> names) {
        setPaused(definition, names.contains(definition.name()));
        if (definition instanceof WorkflowDefinition workflow) {
            workflow.setPausedSteps(names);
        }
    }

    private void setPaused(Definition definition, boolean paused) {
        synchronized (definition) {
            if (definition.isPaused() == paused) {
                return;
            }
            definition.setPaused(paused);
            Fires fires = definition.fires();
            if (fires != null && paused) {
                fires.stop();
            } else if (fires != null && running.getAsBoolean()) {
                fires.resume();
            }
        }
    }

    private static Iterable<String> stepNames(Definition definition) {
        return definition instanceof WorkflowDefinition workflow
                ? workflow.workflow().graph().jobs().stream().map(Job::name)::iterator
                : List.of();
    }
}
