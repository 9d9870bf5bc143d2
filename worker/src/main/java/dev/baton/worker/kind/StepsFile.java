package dev.baton.worker.kind;

import dev.baton.worker.NewStep;
import dev.baton.worker.wire.JsonMappers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the steps that a process adds after itself: a JSON array of objects. Reports mistakes in the file with their
 * position; only the server can check that the jobs exist and the names are free.
 */
final class StepsFile {

    private static final JsonMapper JSON = JsonMappers.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Set<String> KEYS = Set.of("id", "job", "after", "join", "at_least", "allow_failure", "params");

    private static final HandedOn FILE =
            new HandedOn("BATON_STEPS", Results.LARGEST_STEPS, "Add fewer steps, or fan out over the items");

    private StepsFile() {}

    /** @throws IOException with a message for people if the content is malformed or too long */
    static List<NewStep> read(Path file) throws IOException {
        String text = FILE.read(file);
        return text.isEmpty() ? List.of() : parse(text);
    }

    private static List<NewStep> parse(String text) throws IOException {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IOException(
                    wrong("is not JSON: " + e.getOriginalMessage()).getMessage(), e);
        }
        if (!root.isArray()) {
            throw wrong("is not a JSON array: it begins with " + text.charAt(0)
                    + ". Write [{\"id\": \"next\", \"job\": \"clean\"}]");
        }
        List<NewStep> steps = new ArrayList<>(root.size());
        for (JsonNode step : root) {
            steps.add(step(step, "step " + (steps.size() + 1)));
        }
        return steps;
    }

    private static NewStep step(JsonNode step, String place) throws IOException {
        if (!step.isObject()) {
            throw wrong(place + " is not an object");
        }
        for (String key : step.propertyNames()) {
            if (!KEYS.contains(key)) {
                throw wrong(place + " has a key \"" + key + "\", which is none of "
                        + String.join(", ", KEYS.stream().sorted().toList()));
            }
        }
        JsonNode atLeast = step.path("at_least");
        if (!atLeast.isMissingNode() && !atLeast.isInt()) {
            throw wrong(place + ": \"at_least\" is not a whole number");
        }
        JsonNode allowFailure = step.path("allow_failure");
        if (!allowFailure.isMissingNode() && !allowFailure.isBoolean()) {
            throw wrong(place + ": \"allow_failure\" is neither true nor false");
        }
        return new NewStep(
                required(step, "id", place),
                required(step, "job", place),
                after(step.path("after"), place),
                text(step, "join", place),
                atLeast.isMissingNode() ? null : Integer.valueOf(atLeast.asInt()),
                allowFailure.isMissingNode() ? null : Boolean.valueOf(allowFailure.asBoolean()),
                params(step.path("params"), place));
    }

    private static String required(JsonNode step, String key, String place) throws IOException {
        String text = text(step, key, place);
        if (text == null) {
            throw wrong(place + " has no \"" + key + "\"");
        }
        return text;
    }

    private static @Nullable String text(JsonNode step, String key, String place) throws IOException {
        JsonNode value = step.path(key);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(place + ": \"" + key + "\" is not a text");
        }
        return value.asString();
    }

    private static List<String> after(JsonNode after, String place) throws IOException {
        if (after.isString()) {
            return List.of(after.asString());
        }
        if (after.isMissingNode()) {
            return List.of();
        }
        List<String> parents = new ArrayList<>();
        for (JsonNode parent : after) {
            if (!parent.isString()) {
                throw wrong(place
                        + ": \"after\" contains something other than texts such as \"clean\" or \"clean:failure\"");
            }
            parents.add(parent.asString());
        }
        if (!after.isArray()) {
            throw wrong(place + ": \"after\" is neither a text nor an array of texts");
        }
        return parents;
    }

    private static Map<String, Object> params(JsonNode params, String place) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        if (params.isMissingNode()) {
            return values;
        }
        if (!params.isObject()) {
            throw wrong(place + ": \"params\" is not an object");
        }
        for (Map.Entry<String, JsonNode> param : params.properties()) {
            if (param.getValue().isNull()) {
                throw wrong(place + ": parameter \"" + param.getKey() + "\" is null. Leave it out");
            }
            values.put(param.getKey(), JSON.treeToValue(param.getValue(), Object.class));
        }
        return values;
    }

    private static IOException wrong(String what) {
        String separator = what.startsWith("step ") ? ": " : " ";
        return new IOException("the file named by BATON_STEPS" + separator + what);
    }
}
