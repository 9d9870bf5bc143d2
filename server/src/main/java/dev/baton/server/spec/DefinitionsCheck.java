package dev.baton.server.spec;

import dev.baton.JobCall;
import dev.baton.server.kind.Reference;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the references between definitions: names that are taken, jobs and workflows that do not exist. */
final class DefinitionsCheck {

    private final Set<String> taken = new HashSet<>();
    private final Set<String> jobs = new LinkedHashSet<>();
    private final Set<String> workflows = new LinkedHashSet<>();
    private final Map<String, List<String>> subWorkflows = new LinkedHashMap<>();
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<Table, WorkSpec> works = new LinkedHashMap<>();
    private final List<Runnable> calls = new ArrayList<>();

    DefinitionsCheck(Set<String> elsewhere) {
        jobs.addAll(elsewhere);
        workflows.addAll(elsewhere);
    }

    void add(JobSpec job, Table table) {
        addName(job.name(), table);
        jobs.add(job.name());
        List<Reference> others = job.work().references().stream()
                .filter(reference -> reference.type() == Reference.Type.JOB)
                .toList();
        others.forEach(reference -> table.problem(
                reference.key(), "only a step of a workflow can be another job.", "Define the work of this job."));
        if (others.isEmpty()) {
            works.put(table, job.work());
        }
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
            checkOwn(workflow.name(), step.work(), steps.get(i));
            started.addAll(step.work().workflows());
        }
        checkLater(WorkflowKeys.START_ON_SUCCESS, workflow.policy().onSuccess(), workflow.name(), table);
        checkLater(WorkflowKeys.START_ON_FAILURE, workflow.policy().onFailureJob(), workflow.name(), table);
        subWorkflows.putIfAbsent(workflow.name(), started);
        tables.putIfAbsent(workflow.name(), table);
    }

    private static void checkOwn(String workflow, WorkSpec work, Table step) {
        for (Reference reference : work.references()) {
            if (reference.type() == Reference.Type.PAST_RUNS && reference.name().equals(workflow)) {
                step.problem(
                        reference.key(),
                        "depends on \"" + workflow + "\", the workflow it is part of, which still runs then.",
                        "Name the step it depends on, or make it a job of its own.");
            }
        }
    }

    private void checkLater(Key<JobCall> key, @Nullable JobCall call, String workflow, Table table) {
        if (call == null) {
            return;
        }
        if (call.job().equals(workflow)) {
            table.problem(key, "a workflow that is started after itself never ends.", "Give it a schedule.");
        }
        calls.add(() -> {
            if (!jobs.contains(call.job())) {
                table.problem(
                        key,
                        "starts \"" + call.job() + "\", which does not exist.",
                        Types.didYouMean(call.job(), jobs));
            }
        });
    }

    private void addName(String name, Table table) {
        if (!name.isEmpty() && !taken.add(name)) {
            table.problem(AboutKeys.ID, "the name \"" + name + "\" is taken.", "Choose another name.");
        }
    }

    /** Checks the references, once all definitions have been added. */
    void check() {
        works.forEach((table, work) -> work.references().forEach(reference -> check(reference, table)));
        calls.forEach(Runnable::run);
        List<String> circle = Cycle.find(subWorkflows);
        Table table = circle.isEmpty() ? null : tables.get(circle.get(0));
        if (table != null) {
            table.problem(
                    "workflows run one another in a cycle: " + String.join(" → ", circle) + ".",
                    "Remove one of these steps.");
        }
    }

    private void check(Reference reference, Table table) {
        String name = reference.name();
        if (reference.type() == Reference.Type.PAST_RUNS && !jobs.contains(name)) {
            table.problem(
                    reference.key(),
                    "depends on \"" + name + "\", which does not exist.",
                    Types.didYouMean(name, jobs));
        } else if (reference.type() == Reference.Type.WORKFLOW && !name.isEmpty() && !workflows.contains(name)) {
            table.problem(
                    reference.key(),
                    "runs workflow \"" + name + "\", which does not exist.",
                    Types.didYouMean(name, workflows));
        } else if (reference.type() == Reference.Type.JOB && tables.containsKey(name)) {
            table.problem(
                    reference.key(),
                    "refers to the job \"" + name + "\", which is a workflow.",
                    "Use kind \"workflow\" and \"workflow\".");
        } else if (reference.type() == Reference.Type.JOB && !name.isEmpty() && !jobs.contains(name)) {
            table.problem(
                    reference.key(),
                    "refers to the job \"" + name + "\", which does not exist.",
                    Types.didYouMean(name, jobs));
        }
    }
}
