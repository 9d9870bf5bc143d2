package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.Workflow;
import dev.baton.error.NoSuchJobException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names that outcomes may be assumed of. For one thread. */
final class AssumedNames {

    private final Map<String, List<String>> steps = new HashMap<>();
    private final Set<String> known = new HashSet<>();

    /** A job counts as known from now on, even once it is removed. */
    void add(Job job) {
        known.add(job.name());
    }

    void add(Workflow workflow) {
        steps.put(
                workflow.name(), workflow.graph().jobs().stream().map(Job::name).toList());
    }

    /**
     * Refuses names of nothing that is registered.
     *
     * @throws NoSuchJobException when there is one
     */
    void check(Set<String> assumed, Baton baton) {
        for (String name : assumed) {
            if (!known.contains(name)) {
                check(name, baton);
                known.add(name);
            }
        }
    }

    private void check(String name, Baton baton) {
        int slash = name.indexOf('/');
        Optional<Registered> owner = baton.find(slash < 0 ? name : name.substring(0, slash));
        if (owner.isEmpty()) {
            throw new NoSuchJobException(name, names(baton));
        }
        List<String> ofWorkflow = steps.getOrDefault(owner.get().name(), List.of());
        boolean isUnknownStep = slash >= 0 && !ofWorkflow.isEmpty() && !ofWorkflow.contains(name);
        if (isUnknownStep && baton.list(registered -> !registered.isWorkflow()).isEmpty()) {
            // Where jobs are registered, a body may yet add one of them as a step of this name.
            throw new NoSuchJobException(name, ofWorkflow);
        }
    }

    private List<String> names(Baton baton) {
        List<String> all = new ArrayList<>();
        baton.list().forEach(registered -> all.add(registered.name()));
        steps.values().forEach(all::addAll);
        return all;
    }
}
