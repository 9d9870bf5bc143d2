package dev.baton.cli.convert;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that commands of a DAG of Dagu know: its environment, its parameters, and outputs of earlier steps. In Baton
 * parameters and outputs come as {@code BATON_PARAM_…} and {@code BATON_OUTPUT_…}: a command that uses one by its old name
 * gets a line in front that sets it. For one thread.
 */
final class DaguVariables {

    private static final Pattern REFERENCE = Pattern.compile("\\$(?:\\{([A-Za-z_]\\w*)}|([A-Za-z_]\\w*))");
    private static final Pattern PAIR = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(\"[^\"]*\"|\\S*)");

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, Object> environment = new LinkedHashMap<>();
    private String directory = "";

    Map<String, Object> parameters(Yaml params, Imported made) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (Yaml item : params.items()) {
            if (item.isTable()) {
                item.entries().forEach((name, value) -> parameters.put(name, value.text()));
                continue;
            }
            Matcher pair = PAIR.matcher(item.text());
            while (pair.find()) {
                parameters.put(pair.group(1), pair.group(2).replaceAll("^\"|\"$", ""));
            }
            if (!pair.reset().replaceAll("").isBlank()) {
                made.note(item.line(), "params without names are not converted: give each a name, and use that for $1");
            }
        }
        parameters.keySet().forEach(name -> sources.put(name, "BATON_PARAM_" + word(name)));
        return parameters;
    }

    void environment(Yaml env, Yaml workingDirectory, Imported made) {
        for (Yaml item : env.items()) {
            if (item.isTable()) {
                item.entries().forEach((name, value) -> put(name, value.text(), value.line(), made));
            } else {
                Matcher pair = PAIR.matcher(item.text());
                if (pair.matches()) {
                    put(pair.group(1), pair.group(2), item.line(), made);
                }
            }
        }
        directory = workingDirectory.text();
        if (directory.contains("$")) {
            made.note(workingDirectory.line(), "the directory " + directory + " is not expanded: write it out");
        }
    }

    private void put(String name, String given, int line, Imported made) {
        String value = expanded(given);
        environment.put(name, value);
        if (value.contains("`") || value.contains("$(")) {
            made.note(line, "env " + name + ": " + value + " is not run: compute it in the command");
        } else if (REFERENCE.matcher(value).find()) {
            made.note(line, "env " + name + ": " + value + " is not expanded: write it out, or set it in the command");
        }
    }

    /** A value with those above it in place of their names, as Dagu reads it; commands get theirs as it is. */
    private String expanded(String value) {
        return REFERENCE
                .matcher(value)
                .replaceAll(reference -> Matcher.quoteReplacement(
                        String.valueOf(environment.getOrDefault(name(reference), reference.group()))));
    }

    private static String name(MatchResult reference) {
        return reference.group(1) != null ? reference.group(1) : reference.group(2);
    }

    /** Learns what a step hands on. */
    void learn(DaguStep step) {
        String output = outputName(step.yaml().get("output"));
        if (!output.isEmpty()) {
            sources.put(output, "BATON_OUTPUT_" + word(step.name()) + "_" + word(output));
        }
    }

    private static String outputName(Yaml output) {
        return (output.isTable() ? output.get("name").text() : output.text()).replaceFirst("^\\$", "");
    }

    /** A command whose output is printed and handed on, if a name is given for it. */
    String capturing(String command, Yaml output) {
        String name = outputName(output);
        return name.isEmpty()
                ? command
                : "value=$(" + command + "\n) || exit $?\nprintf '%s\\n' \"$value\"\necho \"" + name
                        + "=$value\" > \"$BATON_OUTPUT\"";
    }

    /** A command with the names that it uses set in front of it. */
    String prepared(String command, String step) {
        StringBuilder lines = new StringBuilder();
        sources.forEach((name, source) -> {
            boolean used =
                    Pattern.compile("\\$\\{?" + name + "\\b").matcher(command).find();
            if (used && !source.startsWith("BATON_OUTPUT_" + word(step) + "_")) {
                // The programs that a command starts know them too.
                lines.append("export ")
                        .append(name)
                        .append("=\"$")
                        .append(source)
                        .append("\"\n");
            }
        });
        return lines + command;
    }

    /** Puts the environment and the directory of the DAG, and those of a step over them, into its keys. */
    void addTo(Map<String, Object> keys, Yaml step, Imported made) {
        if (!(keys.get("command") instanceof String)) {
            return;
        }
        DaguVariables own = new DaguVariables();
        own.environment.putAll(environment);
        own.environment(step.get("env"), step.get("dir", "workingDir", "working_dir"), made);
        if (!own.environment.isEmpty()) {
            keys.put("env", own.environment);
        }
        String where = own.directory.isEmpty() ? directory : own.directory;
        if (!where.isEmpty()) {
            keys.put("working_directory", where);
        }
    }

    private static String word(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}
