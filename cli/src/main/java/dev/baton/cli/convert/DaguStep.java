package dev.baton.cli.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A step of a DAG of Dagu.
 *
 * @param name what it is called here
 * @param yaml its keys and values
 */
record DaguStep(String name, Yaml yaml) {

    private static final Set<String> KNOWN = Set.of(
            "name",
            "id",
            "description",
            "command",
            "cmd",
            "args",
            "script",
            "depends",
            "continueOn",
            "continue_on",
            "retryPolicy",
            "retry_policy",
            "preconditions",
            "precondition",
            "dir",
            "workingDir",
            "working_dir",
            "env",
            "output",
            "shell",
            "run",
            "call",
            "params",
            "timeoutSec",
            "timeout_sec",
            "parallel",
            "executor",
            "type",
            "config",
            "action",
            "with");

    List<String> parents() {
        return yaml.get("depends").items().stream()
                .map(parent -> Imported.plain(parent.text()))
                .toList();
    }

    /** How a child names this as a parent: by success, and by what {@code continueOn} lets go on. */
    private List<String> edges() {
        Yaml on = yaml.get("continueOn", "continue_on");
        boolean isWord = !on.isTable() && !on.text().isEmpty();
        boolean failure =
                on.get("failure", "failed").isTrue() || (isWord && on.text().equals("failed"));
        boolean skipped = on.get("skipped").isTrue() || (isWord && on.text().equals("skipped"));
        List<String> edges = new ArrayList<>(List.of(name));
        if (failure || skipped) {
            edges.set(0, name + ":success");
        }
        if (failure) {
            edges.add(name + ":failure");
        }
        if (skipped) {
            edges.add(name + ":skipped");
        }
        return edges;
    }

    private boolean mayFail() {
        Yaml on = yaml.get("continueOn", "continue_on");
        return on.get("failure", "failed").isTrue() || on.text().equals("failed");
    }

    /** Writes it, after a step that looks at its preconditions if it has some. Gives its keys. */
    Map<String, Object> write(
            List<String> parents, List<DaguStep> all, List<Map<String, Object>> written, DaguBody body) {
        DaguVariables variables = body.variables();
        Imported made = body.made();
        List<String> after = new ArrayList<>();
        for (String parent : parents) {
            all.stream()
                    .filter(step -> step.name.equals(parent))
                    .findFirst()
                    .ifPresentOrElse(
                            step -> after.addAll(step.edges()),
                            () -> made.note(
                                    yaml.get("depends").line(),
                                    "step " + name + " depends on " + parent + ", which is no step: it does not wait"
                                            + " for it"));
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("id", name);
        Yaml conditions = yaml.get("preconditions", "precondition");
        if (!conditions.items().isEmpty()) {
            Map<String, Object> guard = new LinkedHashMap<>();
            guard.put("id", name + "-if");
            if (!after.isEmpty()) {
                guard.put("after", List.copyOf(after));
            }
            guard.put("command", variables.prepared(test(conditions), name + "-if"));
            variables.addTo(guard, yaml, made);
            written.add(guard);
            after.clear();
            after.add(name + "-if");
            keys.put("when", holds(name + "-if"));
        }
        if (!after.isEmpty()) {
            keys.put("after", after);
        }
        body.write(this, keys);
        if (mayFail()) {
            keys.put("allow_failure", true);
        }
        goOn(keys, made);
        retry(keys, made);
        variables.addTo(keys, yaml, made);
        yaml.entries().forEach((key, value) -> {
            if (!KNOWN.contains(key)) {
                made.note(value.line(), "step " + name + ": " + key + " is not converted");
            }
        });
        written.add(keys);
        return keys;
    }

    /** What {@code continueOn} says beside failure and skip. */
    private void goOn(Map<String, Object> keys, Imported made) {
        Yaml on = yaml.get("continueOn", "continue_on");
        Yaml codes = on.get("exitCode", "exit_code");
        boolean marks = on.get("markSuccess", "mark_success").isTrue();
        if (!codes.items().isEmpty() && marks && keys.get("command") instanceof String) {
            List<Object> all = new ArrayList<>(List.of(0));
            codes.items().forEach(code -> all.add(Objects.requireNonNullElse(code.number(), 0)));
            keys.put("success_codes", all.stream().distinct().toList());
        } else if (!codes.items().isEmpty()) {
            made.note(
                    codes.line(),
                    "step " + name + ": exit codes to go on with are not converted; list them in success_codes if they"
                            + " mean success");
        } else if (marks) {
            made.note(
                    on.line(), "step " + name + ": markSuccess is not converted: a failure stays one, and is allowed");
        }
        if (on.has("output")) {
            made.note(on.get("output").line(), "step " + name + ": output to go on with is not converted");
        }
    }

    private void retry(Map<String, Object> keys, Imported made) {
        Yaml retry = yaml.get("retryPolicy", "retry_policy");
        Integer limit = retry.get("limit").number();
        if (limit != null && limit > 0) {
            Map<String, Object> policy = new LinkedHashMap<>();
            // Dagu counts what comes after the first try.
            policy.put("attempts", limit + 1);
            Integer interval = retry.get("intervalSec", "interval_sec").number();
            policy.put("delay", (interval == null ? 0 : interval) + "s");
            String backoff = retry.get("backoff").text();
            if (backoff.matches("\\d+(\\.\\d+)?")) {
                policy.put("backoff", Double.valueOf(backoff));
            } else if (retry.get("backoff").isTrue()) {
                policy.put("backoff", 2.0);
            }
            Integer longest = retry.get("maxIntervalSec", "max_interval_sec").number();
            if (longest != null && policy.containsKey("backoff")) {
                policy.put("max_delay", longest + "s");
            }
            if (retry.has("exitCode", "exit_code")) {
                made.note(
                        retry.get("exitCode", "exit_code").line(),
                        "step " + name + ": every exit code is retried, not only those that retryPolicy names");
            }
            keys.put("retry", policy);
        }
    }

    /** A command that hands on whether all conditions hold. */
    static String test(Yaml conditions) {
        StringBuilder test = new StringBuilder("ok=true\n");
        for (Yaml item : conditions.items()) {
            String condition = item.isTable() ? item.get("condition", "command").text() : item.text();
            String expected = item.get("expected").text();
            boolean negated = item.get("negate").isTrue();
            String holds = expected.isEmpty()
                    ? condition.replaceAll("^`(.*)`$", "$1")
                    : expected.startsWith("re:")
                            ? "printf '%s\\n' \"" + value(condition) + "\" | grep -Eq "
                                    + Shell.quoted(expected.substring(3))
                            : "test \"" + value(condition) + "\" = " + Shell.quoted(expected);
            test.append(negated ? "if " : "if ! ").append("{ ").append(holds).append("; }; then ok=false; fi\n");
        }
        return test.append("echo \"ok=$ok\" > \"$BATON_OUTPUT\"").toString();
    }

    /** A condition in backquotes is a command, whose output counts. */
    private static String value(String condition) {
        return condition.replaceAll("`([^`]*)`", "\\$($1)");
    }

    /** The expression that says whether the conditions held that a step looked at. */
    static String holds(String guard) {
        return "outputs[\"" + guard + "\"].ok == \"true\"";
    }
}
