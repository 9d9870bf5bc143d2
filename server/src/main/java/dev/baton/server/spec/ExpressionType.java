package dev.baton.server.spec;

import dev.baton.server.expression.BadExpressionException;
import dev.baton.server.expression.WhenExpression;
import dev.baton.server.spec.document.Json;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Reading;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A CEL expression that is true or false once its variables are known. */
record ExpressionType() implements Type<String> {

    private static final Pattern UNKNOWN = Pattern.compile("undeclared reference to '([^']+)'");

    @Override
    public @Nullable String read(Node node, Reading reading) {
        if (!(node.value() instanceof String text) || text.isBlank()) {
            reading.mustBe(node, "an expression such as \"params.day == 'monday'\"");
            return null;
        }
        try {
            return WhenExpression.compile(text).toString();
        } catch (BadExpressionException e) {
            String message = String.valueOf(e.getMessage());
            reading.wrong(node, "cannot be understood: " + message + ".", hint(message));
            return null;
        }
    }

    private static String hint(String message) {
        Matcher unknown = UNKNOWN.matcher(message);
        String similar = unknown.find() ? Types.didYouMean(unknown.group(1), WhenExpression.VARIABLES) : "";
        return similar.isEmpty() ? "It is CEL over " + String.join(", ", WhenExpression.VARIABLES) + "." : similar;
    }

    @Override
    public JsonNode write(String value) {
        return Json.of(value);
    }

    @Override
    public ObjectNode schema() {
        return Json.type("string").put("minLength", 1).put("maxLength", WhenExpression.LONGEST);
    }

    @Override
    public String label() {
        return "expression";
    }
}
