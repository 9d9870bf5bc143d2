package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Assignment.Ended;
import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Assignment.Item;
import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
import dev.baton.worker.wire.JsonMappers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The environment variables of a process. A value too long for a variable goes into a file, and a variable with the
 * suffix {@code _FILE} names the file: systems allow about 128 KiB for a variable, and about 2 MiB for all.
 */
final class RunEnvironment {

    private static final String OWN = "BATON_";
    private static final String DEFAULT_ITEM_VARIABLE = "FANOUT_ITEM";
    private static final int LARGEST_VALUE = 100_000;
    private static final int LARGEST_TOTAL = 1_000_000;
    private static final JsonMapper JSON = JsonMappers.plain();

    private final Workplace files;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private int total;

    private RunEnvironment(Workplace files) {
        this.files = files;
    }

    /** The files for the output of a process and for the steps that it adds. */
    record HandOn(Path output, Path steps) {}

    /**
     * The variables of a run.
     *
     * @param inherited the worker's variables; those that begin with BATON_ are dropped, because they configure the
     *     worker and may be secrets
     * @param handOn the files for the process to write to
     */
    static Map<String, String> of(Assignment assignment, Map<String, String> inherited, HandOn handOn, Workplace files)
            throws IOException {
        RunEnvironment environment = new RunEnvironment(files);
        inherited.forEach((name, value) -> {
            if (!name.startsWith(OWN)) {
                environment.variables.put(name, value);
            }
        });
        environment.putAll(assignment.inputs().environment());
        environment.putRun(assignment.run());
        environment.putInputs(assignment.inputs());
        environment.put("BATON_OUTPUT", handOn.output.toString());
        environment.put("BATON_STEPS", handOn.steps.toString());
        return environment.variables;
    }

    /** A name in the form of a part of a variable's name. */
    static String sanitised(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
    }

    private void putRun(RunInfo run) throws IOException {
        put("BATON_RUN_ID", run.id());
        put("BATON_EXECUTION_ID", run.executionId());
        put("BATON_JOB", run.job());
        put("BATON_ATTEMPT", Integer.toString(run.attempt()));
        put("BATON_SCHEDULED_TIME", run.scheduledTime().toString());
        put("BATON_TRIGGER", run.trigger());
        if (run.parentRunId() != null) {
            put("BATON_PARENT_RUN_ID", run.parentRunId());
        }
        if (run.traceparent() != null) {
            put("TRACEPARENT", run.traceparent());
        }
    }

    private void putInputs(Inputs inputs) throws IOException {
        for (Map.Entry<String, Object> parameter : inputs.parameters().entrySet()) {
            put("BATON_PARAM_" + sanitised(parameter.getKey()), text(parameter.getValue()));
        }
        put("BATON_PARAMETERS", JSON.writeValueAsString(inputs.parameters()));
        for (Map.Entry<String, Object> output : inputs.outputs().entrySet()) {
            putOutput("BATON_OUTPUT_" + sanitised(output.getKey()), output.getValue());
        }
        if (inputs.upstream() != null) {
            putUpstream(inputs.upstream());
        }
        Item item = inputs.item();
        if (item != null) {
            put(item.variable().isBlank() ? DEFAULT_ITEM_VARIABLE : item.variable(), text(item.value()));
            put("BATON_ITEM_INDEX", Integer.toString(item.index()));
        }
        for (Map.Entry<String, String> file : inputs.files().entrySet()) {
            put(file.getKey(), files.newFile(file.getValue()).toString());
        }
    }

    private void putUpstream(Upstream upstream) throws IOException {
        if (upstream.executionStatus() != null) {
            put("BATON_EXECUTION_STATUS", upstream.executionStatus());
        }
        for (Map.Entry<String, Ended> parent : upstream.parents().entrySet()) {
            put("BATON_STATUS_" + sanitised(parent.getKey()), parent.getValue().status());
            String reason = parent.getValue().reason();
            if (reason != null) {
                put("BATON_REASON_" + sanitised(parent.getKey()), reason);
            }
        }
    }

    private void putOutput(String name, @Nullable Object output) throws IOException {
        put(name, text(output));
        if (output instanceof Map<?, ?> values) {
            for (Map.Entry<?, ?> value : values.entrySet()) {
                put(name + "_" + sanitised(String.valueOf(value.getKey())), text(value.getValue()));
            }
        }
    }

    private void putAll(Map<String, String> values) throws IOException {
        for (Map.Entry<String, String> value : values.entrySet()) {
            put(value.getKey(), value.getValue());
        }
    }

    private void put(String name, String value) throws IOException {
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new IOException("\"%s\" cannot be the name of a variable".formatted(name));
        }
        int size = name.length() + value.getBytes(StandardCharsets.UTF_8).length;
        boolean fits = size <= LARGEST_VALUE && total + size <= LARGEST_TOTAL;
        if (fits && value.indexOf('\0') < 0) {
            total += size;
            variables.put(name, value);
        } else {
            variables.put(name + "_FILE", files.newFile(value).toString());
        }
    }

    private static String text(@Nullable Object value) {
        return value instanceof String string ? string : JSON.writeValueAsString(value);
    }
}
