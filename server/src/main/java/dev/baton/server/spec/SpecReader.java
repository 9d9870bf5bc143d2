package dev.baton.server.spec;

import dev.baton.server.kind.Reference;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.JsonDocument;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Problems;
import dev.baton.server.spec.document.ReadLimits;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.TomlDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads jobs and workflows, and reports all problems at once. Safe from any thread. */
public final class SpecReader {

    /** The jobs of a document. */
    public static final Key<List<Table>> JOBS = Key.of("jobs", Tables.list(JobKeys.SECTION), "Jobs.");

    /** The workflows of a document. */
    public static final Key<List<Table>> WORKFLOWS =
            Key.of("workflows", Tables.list(WorkflowKeys.SECTION), "Workflows.");

    private static final Section DEFINITIONS =
            new Section("definitions", "Jobs and workflows, without a server.", List.of(JOBS, WORKFLOWS));

    private final References references;

    /** @param references what definitions may refer to */
    public SpecReader(References references) {
        this.references = references;
    }

    /** Reads one job; places are JSON pointers. */
    public Checked<JobSpec> job(JsonNode json) {
        Problems problems = new Problems(ReadLimits.ofThisProcess());
        Definitions read = open("job", json, problems, JobKeys.SECTION)
                .map(table -> definitions(List.of(table), List.of()))
                .orElse(new Definitions(List.of(), List.of(), Map.of()));
        return problems.isEmpty() ? problems.check(read.jobs().get(0)) : problems.invalid();
    }

    /** Reads one workflow; places are JSON pointers. */
    public Checked<WorkflowSpec> workflow(JsonNode json) {
        Problems problems = new Problems(ReadLimits.ofThisProcess());
        Definitions read = open("workflow", json, problems, WorkflowKeys.SECTION)
                .map(table -> definitions(List.of(), List.of(table)))
                .orElse(new Definitions(List.of(), List.of(), Map.of()));
        return problems.isEmpty() ? problems.check(read.workflows().get(0)) : problems.invalid();
    }

    /**
     * Reads a TOML text that contains only jobs and workflows; places are lines.
     *
     * @param name the name of the text in places
     */
    public Checked<Definitions> definitions(String name, String toml) {
        Problems problems = new Problems(ReadLimits.ofThisProcess());
        return TomlDocument.read(name, toml, problems)
                .flatMap(node -> Table.open(node, DEFINITIONS, "", problems))
                .map(table -> problems.check(definitions(table)))
                .orElseGet(problems::invalid);
    }

    /** Reads the jobs and workflows of a document, and adds to its problems. */
    public Definitions definitions(Table document) {
        List<Table> jobs = document.find(JOBS);
        List<Table> workflows = document.find(WORKFLOWS);
        return definitions(
                Objects.requireNonNullElse(jobs, List.of()), Objects.requireNonNullElse(workflows, List.of()));
    }

    private Definitions definitions(List<Table> jobTables, List<Table> workflowTables) {
        DefinitionsCheck check = new DefinitionsCheck(references.definitions());
        ReferenceCheck referenceCheck = new ReferenceCheck(references);
        Map<String, String> places = new HashMap<>();
        List<JobSpec> jobs = new ArrayList<>();
        for (Table table : jobTables) {
            JobSpec job = JobKeys.read(table);
            referenceCheck.check(job, table);
            job.work().references().stream()
                    .filter(reference -> reference.type() == Reference.Type.PARENT)
                    .forEach(reference -> table.problem(
                            reference.key(),
                            "a job has no parent to take items from.",
                            "Use \"items\" or \"inputs_from\"."));
            check.add(job, table);
            jobs.add(job);
            places.put(job.name(), table.place());
        }
        List<WorkflowSpec> workflows = new ArrayList<>();
        for (Table table : workflowTables) {
            WorkflowSpec workflow = workflow(table, check, referenceCheck);
            workflows.add(workflow);
            places.put(workflow.name(), table.place());
        }
        check.check();
        return new Definitions(jobs, workflows, places);
    }

    private static WorkflowSpec workflow(Table table, DefinitionsCheck check, ReferenceCheck referenceCheck) {
        List<Table> stepTables = Objects.requireNonNullElse(table.find(WorkflowKeys.STEPS), List.of());
        List<StepSpec> steps = new ArrayList<>();
        for (Table stepTable : stepTables) {
            StepSpec step = StepKeys.read(stepTable);
            referenceCheck.check(step, stepTable);
            steps.add(step);
        }
        WorkflowSpec workflow = WorkflowKeys.read(table, steps);
        StepsCheck.check(table, steps, stepTables);
        referenceCheck.check(workflow, table);
        check.add(workflow, table, stepTables);
        return workflow;
    }

    private static Optional<Table> open(String what, JsonNode json, Problems problems, Section section) {
        Node node = JsonDocument.of(json);
        String id =
                json.path("id").isString() ? " " + Node.quote(json.path("id").stringValue()) : "";
        return Table.open(node, section, what + id, problems);
    }
}
