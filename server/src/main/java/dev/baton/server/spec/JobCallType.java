package dev.baton.server.spec;

import dev.baton.JobCall;
import dev.baton.server.spec.document.Json;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Reading;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A job or workflow to start, by its name, or with inputs: {@code { job = "report", inputs = { to = "team" } }}. */
record JobCallType() implements Type<JobCall> {

    private static final String JOB = "job";
    private static final String INPUTS = "inputs";
    private static final List<String> NAMES = List.of(JOB, INPUTS);

    @Override
    public @Nullable JobCall read(Node node, Reading reading) {
        if (node.value() instanceof String) {
            return call(node, null, reading);
        }
        if (!(node.value() instanceof Node.Table table) || table.entries().get(JOB) == null) {
            reading.mustBe(node, "the name of a job, or a table with \"job\" and \"inputs\"");
            return null;
        }
        for (Map.Entry<String, Node> entry : table.entries().entrySet()) {
            if (!NAMES.contains(entry.getKey())) {
                reading.wrong(
                        entry.getValue(),
                        "unknown key " + Node.quote(entry.getKey()) + ".",
                        Types.didYouMean(entry.getKey(), NAMES));
            }
        }
        return call(table.entries().get(JOB), table.entries().get(INPUTS), reading);
    }

    private static @Nullable JobCall call(Node name, @Nullable Node inputs, Reading reading) {
        String job = Types.NAME.read(name, reading);
        Map<String, Object> values = inputs == null ? Map.of() : Types.VALUES.read(inputs, reading);
        return job == null || values == null ? null : new JobCall(job, values);
    }

    @Override
    public JsonNode write(JobCall call) {
        if (call.inputs().isEmpty()) {
            return Json.of(call.job());
        }
        Map<String, Object> table = new LinkedHashMap<>();
        table.put(JOB, call.job());
        table.put(INPUTS, call.inputs());
        return Json.of(table);
    }

    @Override
    public ObjectNode schema() {
        ObjectNode table = Json.type("object");
        ObjectNode properties = table.putObject("properties");
        properties.set(JOB, Types.NAME.schema());
        properties.set(INPUTS, Types.VALUES.schema());
        table.putArray("required").add(JOB);
        table.put("additionalProperties", false);
        return Json.anyOf(Types.NAME.schema(), table);
    }

    @Override
    public String label() {
        return "name or table";
    }
}
