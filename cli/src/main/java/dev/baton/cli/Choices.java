package dev.baton.cli;

import dev.baton.error.DidYouMean;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The workflows and jobs of a file that can be run, by name. */
final class Choices {

    private final Map<String, Choice> all = new LinkedHashMap<>();

    /**
     * A workflow or job.
     *
     * @param name its name
     * @param parameters its parameters and their defaults
     * @param steps its steps
     */
    record Choice(String name, Map<String, Object> parameters, Foreground.Steps steps) {}

    Choices(Definitions definitions) {
        for (WorkflowSpec workflow : definitions.workflows()) {
            all.put(workflow.name(), new Choice(workflow.name(), workflow.parameters(), steps(workflow)));
        }
        for (JobSpec job : definitions.jobs()) {
            Map<String, PolicySpec> only = Map.of(job.name(), job.policy());
            all.put(job.name(), new Choice(job.name(), job.parameters(), steps(only)));
        }
    }

    /**
     * The workflow or job with that name, or the only one.
     *
     * @throws IllegalArgumentException if there is none, or more than one and no name; the message lists them
     */
    Choice choose(@Nullable String name) {
        List<String> names = List.copyOf(all.keySet());
        if (names.isEmpty()) {
            throw new IllegalArgumentException("the file defines no job and no workflow");
        }
        if (name == null && names.size() > 1) {
            throw new IllegalArgumentException("which one? The file defines " + String.join(", ", names)
                    + ". Add one of these names after the file.");
        }
        String wanted = name == null ? names.get(0) : name;
        Choice found = all.get(wanted);
        if (found == null) {
            throw new IllegalArgumentException("the file defines no \"" + wanted + "\"; it defines "
                    + String.join(", ", names) + "." + DidYouMean.sentence(wanted, names));
        }
        return found;
    }

    private static Foreground.Steps steps(WorkflowSpec workflow) {
        Map<String, PolicySpec> policies = new LinkedHashMap<>();
        for (StepSpec step : workflow.steps()) {
            policies.put(step.name(), step.policy());
        }
        return steps(policies);
    }

    private static Foreground.Steps steps(Map<String, PolicySpec> policies) {
        Map<String, Integer> most = new LinkedHashMap<>();
        policies.forEach((step, policy) -> {
            if (policy.retry().attempts() > 1) {
                most.put(step, policy.retry().attempts());
            }
        });
        return new Foreground.Steps(List.copyOf(policies.keySet()), Map.copyOf(most));
    }
}
