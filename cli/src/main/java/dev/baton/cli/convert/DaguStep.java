package dev.baton.cli.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A step of a DAG of Dagu.
 *
 * @param name what it is called here
 * @param yaml its keys and values
 */
record DaguStep(String name, Yaml yaml) {

    /** The first line of a script that is not for the shell that runs commands. */
    private static final Pattern INTERPRETER = Pattern.compile("#!\\s*(\\S+(?<!/sh)(?: +\\S+)*) *\\R");

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
            "timeout_sec");

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
            List<String> parents,
            List<DaguStep> all,
            List<Map<String, Object>> written,
            DaguVariables variables,
            Imported made) {
        List<String> after = new ArrayList<>();
        for (String parent : parents) {
            all.stream()
                    .filter(step -> step.name.equals(parent))
                    .findFirst()
                    .ifPresentOrElse(
                            step -> after.addAll(step.edges()),
                            () -> made.note(yaml.get("depends").line(), "depends on " + parent + ", which is no step"));
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
        body(keys, variables, made);
        if (mayFail()) {
            keys.put("allow_failure", true);
        }
        retry(keys);
        variables.addTo(keys, yaml, made);
        yaml.entries().forEach((key, value) -> {
            if (!KNOWN.contains(key)) {
                made.note(value.line(), "step " + name + ": " + key + " is not converted");
            }
        });
        written.add(keys);
        return keys;
    }

    private void body(Map<String, Object> keys, DaguVariables variables, Imported made) {
        if (yaml.has("run", "call")) {
            keys.put("kind", "workflow");
            keys.put("workflow", Imported.plain(yaml.get("run", "call").text().replaceFirst("\\.ya?ml$", "")));
            if (yaml.has("params")) {
                made.note(yaml.get("params").line(), "step " + name + ": write the params of that workflow under with");
            }
            made.note(
                    yaml.get("run", "call").line(),
                    "step " + name + " runs another DAG: import that file as well, into the same configuration");
            return;
        }
        String line = yaml.isTable()
                ? (yaml.get("command", "cmd").text() + " " + yaml.get("args").text()).strip()
                : yaml.text();
        String script = yaml.get("script").text();
        Matcher interpreter = INTERPRETER.matcher(script);
        if (line.isEmpty() && interpreter.lookingAt()) {
            line = interpreter.group(1).strip();
        }
        String command = script.isEmpty()
                ? line
                : line.isEmpty() ? script : line + " <<'END_OF_SCRIPT'\n" + script.stripTrailing() + "\nEND_OF_SCRIPT";
        if (command.isEmpty()) {
            made.note(yaml.line(), "step " + name + " has no command that can be converted");
            command = "true";
        }
        keys.put("command", variables.prepared(variables.capturing(command, yaml.get("output")), name));
        if (yaml.has("shell")) {
            keys.put("shell", yaml.get("shell").text());
        }
        Integer timeout = yaml.get("timeoutSec", "timeout_sec").number();
        if (timeout != null && timeout > 0) {
            keys.put("timeout", timeout + "s");
        }
    }

    private void retry(Map<String, Object> keys) {
        Yaml retry = yaml.get("retryPolicy", "retry_policy");
        Integer limit = retry.get("limit").number();
        if (limit != null && limit > 0) {
            Map<String, Object> policy = new LinkedHashMap<>();
            // Dagu counts what comes after the first try.
            policy.put("attempts", limit + 1);
            Integer interval = retry.get("intervalSec", "interval_sec").number();
            policy.put("delay", (interval == null ? 0 : interval) + "s");
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
                            ? "printf '%s\\n' \"" + value(condition) + "\" | grep -Eq '" + expected.substring(3) + "'"
                            : "test \"" + value(condition) + "\" = '" + expected.replace("'", "'\\''") + "'";
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
