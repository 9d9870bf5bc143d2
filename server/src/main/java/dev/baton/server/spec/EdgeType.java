package dev.baton.server.spec;

import dev.baton.Condition;
import dev.baton.Step;
import dev.baton.server.spec.StepSpec.Edge;
import dev.baton.server.spec.document.Json;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Reading;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A parent and its conditions: {@code extract}, {@code extract:failure}, {@code extract:success|skipped}; {@code *:failure}
 * for any other step.
 */
record EdgeType() implements Type<Edge> {

    private static final List<String> WORDS =
            Arrays.stream(Condition.values()).map(Condition::toString).toList();

    @Override
    public @Nullable Edge read(Node node, Reading reading) {
        if (!(node.value() instanceof String text)) {
            reading.mustBe(node, "a step such as \"extract\" or \"extract:failure\"");
            return null;
        }
        int colon = text.indexOf(':');
        String parent = colon < 0 ? text : text.substring(0, colon);
        if (!parent.equals(Step.ANY) && Types.NAME.read(new Node(node.place(), parent), reading) == null) {
            return null;
        }
        Set<Condition> conditions =
                colon < 0 ? EnumSet.of(Condition.SUCCESS) : conditions(node, text.substring(colon + 1), reading);
        return conditions.isEmpty() ? null : new Edge(parent, conditions);
    }

    private static Set<Condition> conditions(Node node, String text, Reading reading) {
        Set<Condition> conditions = EnumSet.noneOf(Condition.class);
        for (String word : text.split("\\|", -1)) {
            Optional<Condition> condition = Arrays.stream(Condition.values())
                    .filter(known -> known.toString().equals(word.strip().toLowerCase(Locale.ROOT)))
                    .findFirst();
            if (condition.isEmpty()) {
                reading.wrong(
                        node,
                        "asks for " + Node.quote(word) + ", which is none of success, failure, skipped, complete.",
                        Types.didYouMean(word, WORDS));
            }
            condition.ifPresent(conditions::add);
        }
        return conditions;
    }

    @Override
    public JsonNode write(Edge edge) {
        String conditions =
                edge.conditions().stream().sorted().map(Condition::toString).collect(Collectors.joining("|"));
        return Json.of(conditions.equals("success") ? edge.parent() : edge.parent() + ":" + conditions);
    }

    @Override
    public ObjectNode schema() {
        return Json.type("string");
    }

    @Override
    public String label() {
        return "step:condition";
    }
}
