package dev.baton.cli.convert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the steps of a DAG of Dagu do, in the keys that {@code baton} has for it: a command, a request, another workflow.
 * The spellings of all versions are known: {@code command} with an {@code executor} or a {@code type}, and {@code run} and
 * {@code action}. A step that cannot be converted fails, and says so: it must neither look done nor do something else.
 *
 * @param variables the names that commands know
 * @param siblings the DAGs of the same file
 * @param made where notes go
 */
record DaguBody(DaguVariables variables, Set<String> siblings, Imported made) {

    /** The first line of a script that is not for the shell that runs commands. */
    private static final Pattern INTERPRETER = Pattern.compile("#!\\s*(\\S+(?<!/sh)(?: +\\S+)*) *\\R");

    private static final Pattern REQUEST = Pattern.compile("(?:([A-Z]+)\\s+)?(https?://\\S+)");
    private static final Set<String> OF_DOCKER = Set.of("image", "autoRemove", "auto_remove", "pull");
    private static final Set<String> OF_SSH = Set.of("user", "ip", "host", "port", "key", "command");

    /** Puts what a step does into its keys. */
    void write(DaguStep step, Map<String, Object> keys) {
        Yaml yaml = step.yaml();
        if (yaml.has("parallel")) {
            // One run in place of many would look like all of them.
            unknown(step, "parallel", keys);
        } else if (yaml.has("action")) {
            action(step, yaml.get("action").text(), yaml.get("with"), keys);
        } else if (yaml.has("executor") || yaml.has("type")) {
            Yaml executor = yaml.get("executor", "type");
            String type = executor.isTable() ? executor.get("type").text() : executor.text();
            executor(step, type, executor.isTable() ? executor.get("config") : yaml.get("config", "with"), keys);
        } else if (yaml.has("call") || namesDag(yaml.get("run"))) {
            Yaml dag = yaml.get("call", "run");
            if (dag.isTable()) {
                unknown(step, "a function", keys);
            } else {
                workflow(step, dag, yaml.get("params"), keys);
            }
        } else {
            command(step, keys);
        }
    }

    /** Older versions name a DAG under run, newer ones write a command there. */
    private boolean namesDag(Yaml run) {
        String text = run.text();
        return !text.isEmpty()
                && !run.isList()
                && (siblings.contains(Imported.plain(text)) || text.matches("[\\w.-]+|\\S+\\.ya?ml"));
    }

    private void workflow(DaguStep step, Yaml dag, Yaml params, Map<String, Object> keys) {
        String file = dag.text().substring(dag.text().lastIndexOf('/') + 1).replaceFirst("\\.ya?ml$", "");
        String name = Imported.plain(file);
        keys.put("kind", "workflow");
        keys.put("workflow", name);
        Map<String, Object> with = new DaguVariables().parameters(params, made);
        if (with.values().stream().anyMatch(value -> String.valueOf(value).contains("$"))) {
            made.note(
                    params.line(),
                    "step " + step.name() + ": params with variables are not converted: the workflow " + name
                            + " gets the text as it stands");
        }
        if (!with.isEmpty()) {
            keys.put("with", with);
        }
        if (!siblings.contains(name)) {
            made.note(
                    dag.line(),
                    "step " + step.name() + " runs another DAG: import that file as well, into the same configuration");
        }
    }

    private void command(DaguStep step, Map<String, Object> keys) {
        Yaml yaml = step.yaml();
        Yaml given = yaml.get("command", "cmd", "run");
        String line = yaml.isTable() ? (line(given) + " " + yaml.get("args").text()).strip() : yaml.text();
        String script = yaml.get("script").text();
        Matcher interpreter = INTERPRETER.matcher(script);
        if (line.isEmpty() && interpreter.lookingAt()) {
            line = interpreter.group(1).strip();
        }
        String command = script.isEmpty()
                ? line
                : line.isEmpty() ? script : line + " <<'END_OF_SCRIPT'\n" + script.stripTrailing() + "\nEND_OF_SCRIPT";
        if (command.isBlank()) {
            unknown(step, "a step without a command", keys);
        } else {
            shell(step, command, keys);
        }
    }

    /** A list is a program with its arguments; or, if the first of it is more than a word, several commands. */
    private static String line(Yaml command) {
        if (!command.isList()) {
            return command.text().stripTrailing();
        }
        List<String> words = command.items().stream().map(Yaml::text).toList();
        return !words.isEmpty() && words.get(0).matches("\\S+")
                ? words.stream().map(Shell::word).collect(Collectors.joining(" "))
                : String.join(" &&\n", words);
    }

    private void shell(DaguStep step, String command, Map<String, Object> keys) {
        Yaml yaml = step.yaml();
        if (yaml.get("output").isTable() && !yaml.get("output").has("name")) {
            made.note(yaml.get("output").line(), "step " + step.name() + ": output with several keys is not converted");
        }
        keys.put("command", variables.prepared(variables.capturing(command, yaml.get("output")), step.name()));
        Yaml shell = yaml.has("shell") ? yaml.get("shell") : yaml.get("with").get("shell");
        if (!shell.text().isEmpty()) {
            keys.put("shell", shell.text());
        }
        timeout(yaml, keys);
    }

    private static void timeout(Yaml yaml, Map<String, Object> keys) {
        Integer timeout = yaml.get("timeoutSec", "timeout_sec").number();
        if (timeout != null && timeout > 0) {
            keys.put("timeout", timeout + "s");
        }
    }

    // ---- executors and actions

    private void executor(DaguStep step, String type, Yaml config, Map<String, Object> keys) {
        String command = step.yaml().get("command", "cmd").text();
        switch (type) {
            case "", "shell", "command" -> command(step, keys);
            case "http" -> {
                Matcher request = REQUEST.matcher(command.strip());
                if (request.matches()) {
                    String method = request.group(1) == null ? "GET" : request.group(1);
                    request(
                            step,
                            new Request(method, request.group(2), step.yaml().get("script")),
                            config,
                            keys);
                } else {
                    unknown(step, "executor http", keys);
                }
            }
            case "jq" -> {
                String data = step.yaml().get("script").text().stripTrailing();
                shell(step, "jq " + Shell.quoted(command) + " <<'END_OF_INPUT'\n" + data + "\nEND_OF_INPUT", keys);
            }
            case "ssh" -> ssh(step, config, command, keys);
            case "docker" -> docker(step, config, command, keys);
            default -> unknown(step, "executor " + type, keys);
        }
    }

    private void action(DaguStep step, String action, Yaml with, Map<String, Object> keys) {
        switch (action) {
            case "http.request" ->
                request(
                        step,
                        new Request(with.get("method").text(), with.get("url").text(), with.get("body")),
                        with,
                        keys);
            case "exec" ->
                shell(
                        step,
                        Shell.word(with.get("command").text())
                                + with.get("args").items().stream()
                                        .map(argument -> " " + Shell.word(argument.text()))
                                        .collect(Collectors.joining()),
                        keys);
            case "ssh.run" -> ssh(step, with, with.get("command").text(), keys);
            case "dag.run" -> workflow(step, with.get("dag"), with.get("params"), keys);
            case "human.task" -> {
                keys.put("kind", "approval");
                keys.put("message", with.get("prompt").text());
                if (with.has("form")) {
                    made.note(
                            with.get("form").line(),
                            "step " + step.name() + ": a person approves or rejects; the" + " form is not converted");
                }
            }
            case "log.write" ->
                shell(step, "echo " + Shell.word(with.get("message").text()), keys);
            case "noop" -> shell(step, "true", keys);
            default -> unknown(step, "action " + action, keys);
        }
    }

    /** A request as Dagu describes it. */
    private record Request(String method, String url, Yaml body) {}

    private void request(DaguStep step, Request request, Yaml config, Map<String, Object> keys) {
        Map<String, Object> headers = new LinkedHashMap<>();
        config.get("headers").entries().forEach((name, value) -> headers.put(name, value.text()));
        String method = request.method.isEmpty() ? "GET" : request.method;
        String body = request.body.text().isEmpty() ? config.get("body").text() : request.body.text();
        Integer timeout = config.get("timeout").number();
        if (config.has("query")) {
            made.note(
                    config.get("query").line(),
                    "step " + step.name() + ": query is not converted: put it into the address");
        }
        if ((request.url + headers + body).contains("$") || step.yaml().has("output")) {
            // A request is sent as it is written; a command knows variables, and hands on what it reads.
            StringBuilder curl = new StringBuilder("curl -fsS -X ").append(Shell.word(method));
            headers.forEach((name, value) -> curl.append(" -H ").append(Shell.word(name + ": " + value)));
            if (!body.isEmpty()) {
                curl.append(" --data-binary ").append(Shell.word(body));
            }
            shell(step, curl.append(' ').append(Shell.word(request.url)).toString(), keys);
        } else {
            Map<String, Object> command = new LinkedHashMap<>();
            command.put("method", method);
            command.put("url", request.url);
            if (!headers.isEmpty()) {
                command.put("headers", headers);
            }
            if (!body.isEmpty()) {
                command.put("body", body);
            }
            keys.put("command", command);
            timeout(step.yaml(), keys);
        }
        if (timeout != null && timeout > 0) {
            keys.putIfAbsent("timeout", timeout + "s");
        }
    }

    private void ssh(DaguStep step, Yaml config, String command, Map<String, Object> keys) {
        String host = config.get("host", "ip").text();
        if (host.isEmpty()
                || command.isEmpty()
                || !OF_SSH.containsAll(config.entries().keySet())) {
            unknown(step, "executor ssh", keys);
            return;
        }
        String user = config.get("user").text();
        String key = config.get("key").text();
        String port = config.get("port").text();
        shell(
                step,
                "ssh -o BatchMode=yes"
                        + (key.isEmpty() ? "" : " -i " + Shell.word(key))
                        + (port.isEmpty() ? "" : " -p " + Shell.word(port))
                        + " " + Shell.word(user.isEmpty() ? host : user + "@" + host)
                        + " " + Shell.word(command),
                keys);
    }

    private void docker(DaguStep step, Yaml config, String command, Map<String, Object> keys) {
        String image = config.get("image").text();
        if (image.isEmpty() || !OF_DOCKER.containsAll(config.entries().keySet())) {
            unknown(step, "executor docker", keys);
        } else {
            shell(step, ("docker run --rm " + Shell.word(image) + " " + command).strip(), keys);
        }
    }

    private void unknown(DaguStep step, String what, Map<String, Object> keys) {
        made.note(
                step.yaml().line(),
                "step " + step.name() + ": " + what + " is not converted: the step fails until you write what it does");
        keys.put("command", "echo " + Shell.quoted(what + " of Dagu was not converted") + " >&2; exit 1");
    }
}
