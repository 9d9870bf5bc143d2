package dev.baton.server.kind;

import dev.baton.server.spec.document.Json;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Reading;
import dev.baton.server.spec.document.SectionSchema;
import dev.baton.server.spec.document.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A text or a table. The kind gives the text its meaning, so this type keeps it unchanged. */
record CommandType() implements Type<Node> {

    @Override
    public @Nullable Node read(Node node, Reading reading) {
        boolean isText = node.value() instanceof String text && !text.isBlank();
        if (!isText && !(node.value() instanceof Node.Table)) {
            reading.mustBe(node, "a command line, or a table with \"url\", \"prompt\" or \"handler\"");
            return null;
        }
        return node;
    }

    @Override
    public JsonNode write(Node value) {
        return Json.of(value.plain());
    }

    @Override
    public ObjectNode schema() {
        return Json.anyOf(Json.type("string"), SectionSchema.of(CommandKinds.SECTION));
    }

    @Override
    public String label() {
        return "text or table";
    }

    @Override
    public Optional<Nested> nested() {
        return Optional.of(new Nested(CommandKinds.SECTION, Shape.ONE));
    }
}
