package dev.baton.server.spec;

import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks what definitions say about one another: names that are taken, jobs and workflows that do not exist. */
final class DefinitionsCheck {

    private final Set<String> taken = new HashSet<>();
    private final Set<String> jobs = new LinkedHashSet<>();
    private final Set<String> workflows = new LinkedHashSet<>();
    private final Map<String, List<String>> subWorkflows = new LinkedHashMap<>();
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<Table, WorkSpec> works = new LinkedHashMap<>();

    DefinitionsCheck(Set<String> elsewhere) {
        jobs.addAll(elsewhere);
        workflows.addAll(elsewhere);
    }

    void add(JobSpec job, Table table) {
        addName(job.name(), table);
        jobs.add(job.name());
        works.put(table, job.work());
    }

    void add(WorkflowSpec workflow, Table table, List<Table> steps) {
        addName(workflow.name(), table);
        workflows.add(workflow.name());
        jobs.add(workflow.name());
        List<String> started = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            StepSpec step = workflow.steps().get(i);
            jobs.add(workflow.name() + "/" + step.name());
            works.put(steps.get(i), step.work());
            if (step.work() instanceof WindowWork window && window.dependsOn().contains(workflow.name())) {
                steps.get(i)
                        .problem(
                                WindowKeys.DEPENDS_ON,
                                "depends on \"" + workflow.name()
                                        + "\", the workflow it is part of, which still runs then.",
                                "Name the step it depends on, or make it a job of its own.");
            }
            if (step.work() instanceof WorkflowWork work) {
                started.add(work.workflow());
            }
        }
        subWorkflows.putIfAbsent(workflow.name(), started);
        tables.putIfAbsent(workflow.name(), table);
    }

    private void addName(String name, Table table) {
        if (!name.isEmpty() && !taken.add(name)) {
            table.problem(AboutKeys.ID, "the name \"" + name + "\" is taken.", "Give it a name of its own.");
        }
    }

    /** To be called when all have been added. */
    void check() {
        works.forEach((table, work) -> {
            if (work instanceof WindowWork window) {
                window.dependsOn().stream()
                        .filter(name -> !jobs.contains(name))
                        .forEach(name -> table.problem(
                                WindowKeys.DEPENDS_ON,
                                "depends on \"" + name + "\", which does not exist.",
                                Types.didYouMean(name, jobs)));
            } else if (work instanceof WorkflowWork sub
                    && !sub.workflow().isEmpty()
                    && !workflows.contains(sub.workflow())) {
                table.problem(
                        WorkKeys.WORKFLOW,
                        "runs workflow \"" + sub.workflow() + "\", which does not exist.",
                        Types.didYouMean(sub.workflow(), workflows));
            }
        });
        List<String> circle = Cycle.find(subWorkflows);
        Table table = circle.isEmpty() ? null : tables.get(circle.get(0));
        if (table != null) {
            table.problem(
                    "workflows run one another in a circle: " + String.join(" → ", circle) + ".",
                    "Take one of these steps out.");
        }
    }
}
