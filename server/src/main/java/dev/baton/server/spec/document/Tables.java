package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The types of keys whose values are tables. */
public final class Tables {

    private static final String NAME_KEY = "id";

    private Tables() {}

    /** One table: {@code [server]}. */
    public static Type<Table> one(Section section) {
        return new One(section);
    }

    /** A list of tables: {@code [[jobs]]}. */
    public static Type<List<Table>> list(Section section) {
        return new Several(section);
    }

    /** A table for each name: {@code [queues.NAME]}. */
    public static Type<Map<String, Table>> named(Section section) {
        return new Named(section);
    }

    private record One(Section section) implements Type<Table> {

        @Override
        public @Nullable Table read(Node node, Reading reading) {
            return Table.open(node, section, reading.inside(), reading.problems())
                    .orElse(null);
        }

        @Override
        public JsonNode write(Table value) {
            return Json.of(value.node().plain());
        }

        @Override
        public ObjectNode schema() {
            return SectionSchema.of(section);
        }

        @Override
        public String label() {
            return "table";
        }

        @Override
        public Optional<Nested> nested() {
            return Optional.of(new Nested(section, Shape.ONE));
        }
    }

    private record Several(Section section) implements Type<List<Table>> {

        @Override
        public @Nullable List<Table> read(Node node, Reading reading) {
            if (!(node.value() instanceof Node.Items items)) {
                reading.mustBe(node, "a list of tables", "Write " + section.title() + ".");
                return null;
            }
            List<Table> tables = new ArrayList<>();
            for (int i = 0; i < items.nodes().size(); i++) {
                Node element = items.nodes().get(i);
                String path = reading.element(i).inside() + name(element);
                Table.open(element, section, path, reading.problems()).ifPresent(tables::add);
            }
            return tables;
        }

        private static String name(Node element) {
            Node name = element.value() instanceof Node.Table table
                    ? table.entries().get(NAME_KEY)
                    : null;
            return name != null && name.value() instanceof String text ? " " + Node.quote(text) : "";
        }

        @Override
        public JsonNode write(List<Table> tables) {
            return Json.of(tables.stream().map(table -> table.node().plain()).toList());
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = Json.type("array");
            schema.set("items", SectionSchema.of(section));
            return schema;
        }

        @Override
        public String label() {
            return "list of tables";
        }

        @Override
        public Optional<Nested> nested() {
            return Optional.of(new Nested(section, Shape.LIST));
        }
    }

    private record Named(Section section) implements Type<Map<String, Table>> {

        @Override
        public @Nullable Map<String, Table> read(Node node, Reading reading) {
            if (!(node.value() instanceof Node.Table table)) {
                reading.mustBe(node, "a table of tables", "Write " + section.title() + ".");
                return null;
            }
            Map<String, Table> tables = new LinkedHashMap<>();
            table.entries().forEach((name, entry) -> {
                Types.NAME.read(new Node(entry.place(), name), reading.entry(name));
                Table.open(entry, section, reading.inside() + "." + name, reading.problems())
                        .ifPresent(opened -> tables.put(name, opened));
            });
            return tables;
        }

        @Override
        public JsonNode write(Map<String, Table> tables) {
            Map<String, Object> plain = new LinkedHashMap<>();
            tables.forEach((name, table) -> plain.put(name, table.node().plain()));
            return Json.of(plain);
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = Json.type("object");
            schema.set("propertyNames", Types.NAME.schema());
            schema.set("additionalProperties", SectionSchema.of(section));
            return schema;
        }

        @Override
        public String label() {
            return "table of tables";
        }

        @Override
        public Optional<Nested> nested() {
            return Optional.of(new Nested(section, Shape.NAMED));
        }
    }
}
