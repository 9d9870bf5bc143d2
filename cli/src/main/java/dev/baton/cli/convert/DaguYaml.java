package dev.baton.cli.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A DAG of Dagu as a workflow: dependencies, {@code continueOn}, retries, preconditions, handlers, parameters and outputs.
 * Both spellings of its keys are known, {@code continueOn} and {@code continue_on}.
 */
final class DaguYaml {

    private static final Set<String> KNOWN = Set.of(
            "name",
            "description",
            "schedule",
            "tags",
            "env",
            "params",
            "steps",
            "handlerOn",
            "handler_on",
            "type",
            "timeoutSec",
            "timeout_sec",
            "maxActiveRuns",
            "max_active_runs",
            "workingDir",
            "working_dir",
            "preconditions",
            "precondition",
            "delaySec",
            "delay_sec",
            "group",
            "maxActiveSteps",
            "max_active_steps");

    private final Imported made;
    private final Set<String> siblings;
    private final DaguVariables variables = new DaguVariables();

    private DaguYaml(Imported made, Set<String> siblings) {
        this.made = made;
        this.siblings = siblings;
    }

    /** The DAGs of a file: the first document, and those that it runs, if they stand below it. */
    static Imported read(String file, String text) {
        List<Yaml> dags =
                Yaml.read(text).stream().filter(root -> root.has("steps")).toList();
        if (dags.isEmpty()) {
            throw new BadImportException("there are no steps in it: is it a DAG of Dagu?");
        }
        String fileName = file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.ya?ml$", "");
        Set<String> names = new LinkedHashSet<>();
        dags.forEach(root -> names.add(Imported.plain(root.get("name").text())));
        Imported made = new Imported();
        dags.forEach(root -> new DaguYaml(made, names).dag(root, fileName));
        return made;
    }

    private void dag(Yaml root, String fileName) {
        Map<String, Object> workflow = made.workflow(
                root.get("name").text().isEmpty() ? fileName : root.get("name").text());
        about(root, workflow);
        root.entries().forEach((key, value) -> {
            if (!KNOWN.contains(key)) {
                made.note(value.line(), key + " is not converted");
            }
        });
        List<DaguStep> steps = steps(root);
        steps.forEach(variables::learn);
        boolean chain = root.get("type").text().equals("chain")
                || (!root.get("type").text().equals("graph")
                        && steps.stream().noneMatch(step -> step.yaml().has("depends")));
        List<Map<String, Object>> written = new ArrayList<>();
        DaguStep previous = null;
        for (DaguStep step : steps) {
            List<String> parents = step.parents();
            if (chain && previous != null && parents.isEmpty()) {
                parents = List.of(previous.name());
            }
            write(step, parents, steps, written);
            previous = step;
        }
        if (chain && steps.size() > 1) {
            made.note(
                    root.get("steps").line(),
                    "no step has depends: they run one after the other, as Dagu runs a chain");
        }
        handlers(root.get("handlerOn", "handler_on"), steps, written);
        guard(root.get("preconditions", "precondition"), written);
        workflow.put("steps", written);
        furtherSchedules(root.get("schedule"), String.valueOf(workflow.get("id")));
    }

    private Map<String, Object> write(
            DaguStep step, List<String> parents, List<DaguStep> steps, List<Map<String, Object>> written) {
        return step.write(parents, steps, written, new DaguBody(variables, siblings, made));
    }

    /** A workflow has one schedule: each further one is that of a workflow which does nothing but run the first. */
    private void furtherSchedules(Yaml schedule, String id) {
        List<Yaml> all = (schedule.isTable() ? schedule.get("start") : schedule).items();
        for (int i = 1; i < all.size(); i++) {
            Map<String, Object> further = made.workflow(id + "-schedule-" + (i + 1));
            further.put("schedule", all.get(i).text());
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("id", id);
            step.put("kind", "workflow");
            step.put("workflow", id);
            further.put("steps", List.of(step));
            made.note(
                    all.get(i).line(),
                    "a workflow has one schedule here: \"" + all.get(i).text() + "\" is that of " + further.get("id")
                            + ", which runs " + id);
        }
    }

    private void about(Yaml root, Map<String, Object> workflow) {
        if (root.has("description")) {
            workflow.put("description", root.get("description").text());
        }
        List<String> tags = new ArrayList<>();
        for (Yaml tag : root.get("tags").items()) {
            for (String word : tag.text().split(",", -1)) {
                tags.add(Imported.plain(word));
            }
        }
        if (!tags.isEmpty()) {
            workflow.put("tags", tags);
        }
        schedule(root.get("schedule"), workflow);
        Integer timeout = root.get("timeoutSec", "timeout_sec").number();
        if (timeout != null && timeout > 0) {
            workflow.put("timeout", timeout + "s");
        }
        Integer active = root.get("maxActiveRuns", "max_active_runs").number();
        if (active != null && active > 0) {
            workflow.put("max_active", active);
            workflow.put("overlap", "queue");
        }
        Map<String, Object> parameters = variables.parameters(root.get("params"), made);
        if (!parameters.isEmpty()) {
            workflow.put("parameters", parameters);
        }
        variables.environment(root.get("env"), root.get("workingDir", "working_dir"), made);
        if (root.has("delaySec", "delay_sec")) {
            made.note(root.get("delaySec", "delay_sec").line(), "delaySec is not converted: steps start at once");
        }
    }

    private void schedule(Yaml schedule, Map<String, Object> workflow) {
        Yaml start = schedule.isTable() ? schedule.get("start") : schedule;
        if (schedule.has("stop", "restart")) {
            made.note(
                    schedule.line(),
                    "schedules to stop and to restart are not converted: a timeout stops an execution");
        }
        List<Yaml> all = start.items();
        if (!all.isEmpty()) {
            String text = all.get(0).text();
            workflow.put("schedule", text);
        }
        if (!all.isEmpty() && !all.get(0).text().contains("TZ=")) {
            made.noteOnce("schedules without CRON_TZ are read in UTC here, and were read in the server's zone by Dagu");
        }
    }

    private static List<DaguStep> steps(Yaml root) {
        List<DaguStep> steps = new ArrayList<>();
        Yaml all = root.get("steps");
        Set<String> names = new LinkedHashSet<>();
        if (all.isTable()) {
            all.entries().forEach((name, step) -> steps.add(new DaguStep(unique(name, names), step)));
            return steps;
        }
        for (Yaml step : all.items()) {
            String wanted = step.isTable() ? step.get("name", "id").text() : "";
            steps.add(new DaguStep(unique(wanted.isEmpty() ? "step-" + (steps.size() + 1) : wanted, names), step));
        }
        return steps;
    }

    private static String unique(String wanted, Set<String> names) {
        String base = Imported.plain(wanted);
        String name = base;
        for (int i = 2; !names.add(name); i++) {
            name = base + "-" + i;
        }
        return name;
    }

    private void handlers(Yaml handlers, List<DaguStep> steps, List<Map<String, Object>> written) {
        handlers.entries().forEach((event, handler) -> {
            DaguStep step = new DaguStep("on-" + event, handler);
            switch (event) {
                case "exit" -> write(step, List.of(), steps, written).put("final", true);
                case "failure" -> {
                    Map<String, Object> keys = write(step, List.of(), steps, written);
                    keys.put(
                            "after",
                            steps.stream().map(one -> one.name() + ":failure").toList());
                    keys.put("join", "any");
                }
                case "success" -> {
                    Map<String, Object> keys = write(step, List.of(), steps, written);
                    keys.put("after", steps.stream().map(DaguStep::name).toList());
                }
                default -> made.note(handler.line(), "the handler on " + event + " is not converted");
            }
        });
    }

    /** A condition on the whole DAG is one on each step that would begin it. */
    private void guard(Yaml conditions, List<Map<String, Object>> written) {
        if (conditions.items().isEmpty()) {
            return;
        }
        String guard = "precondition";
        for (Map<String, Object> step : written) {
            if (!step.containsKey("after") && !step.containsKey("final")) {
                step.put("after", List.of(guard));
                String own = (String) step.get("when");
                String when = DaguStep.holds(guard);
                step.put("when", own == null ? when : when + " && " + own);
            }
        }
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("id", guard);
        first.put("command", variables.prepared(DaguStep.test(conditions), guard));
        variables.addTo(first, Yaml.NOTHING, made);
        written.add(0, first);
    }
}
