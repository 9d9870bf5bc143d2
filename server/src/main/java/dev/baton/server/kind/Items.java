package dev.baton.server.kind;

import dev.baton.Fanout;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The source of the items of a fan-out. */
public sealed interface Items {

    /** Writes the key that names the source. */
    void write(Out out);

    /** Creates the function that finds the items. */
    Fanout.Source source(int maxItems, Setting setting);

    /** The references of the source to things outside the definition. */
    default List<Reference> references() {
        return List.of();
    }

    /** The source in a simulation, which invents its items instead of fetching them. */
    default Items simulated() {
        return new FromUri("simulated:");
    }

    /**
     * Items in the definition.
     *
     * @param values JSON values
     */
    record Literal(List<Object> values) implements Items {

        static final Key<List<Object>> ITEMS = Key.of("items", Types.list(Types.ANY), "The items themselves.");

        /** Copies the items. */
        public Literal {
            values = List.copyOf(values);
        }

        @Override
        public void write(Out out) {
            out.put(ITEMS, values);
        }

        @Override
        public Fanout.Source source(int maxItems, Setting setting) {
            return context -> values;
        }

        @Override
        public Items simulated() {
            return this;
        }
    }

    /**
     * Items from the output of a parent.
     *
     * @param step the parent, a step of the same workflow
     */
    record FromStep(String step) implements Items {

        static final Key<String> ITEMS_FROM =
                Key.of("items_from", Types.NAME, "The parent step whose output is the list of items.");

        @Override
        public void write(Out out) {
            out.put(ITEMS_FROM, step);
        }

        @Override
        public Fanout.Source source(int maxItems, Setting setting) {
            return context -> list(context.output(step, Object.class));
        }

        /** The items in an output: a list, the list under {@code items} in an object, or the lines of a text. */
        private List<?> list(Object output) {
            if (output instanceof List<?> list) {
                return list;
            }
            if (output instanceof Map<?, ?> map && map.get("items") != null) {
                return list(Objects.requireNonNull(map.get("items")));
            }
            if (output instanceof String text) {
                return text.lines().filter(line -> !line.isBlank()).toList();
            }
            throw new IllegalArgumentException("the output of " + step
                    + " is not a list of items: write a JSON array to the file that BATON_OUTPUT names");
        }

        @Override
        public List<Reference> references() {
            return List.of(new Reference(Reference.Type.PARENT, step, ITEMS_FROM));
        }
    }

    /**
     * Items that a resolver fetches.
     *
     * @param uri {@code file:}, {@code http:}, {@code https:}, {@code sql:} or {@code job:}
     * @param window how far back a run of {@code job:} may lie; null for a day
     */
    record FromUri(String uri, @Nullable Duration window) implements Items {

        static final String JOB = "job://";
        private static final String SQL = "sql://";
        private static final String FILE = "file:";

        static final Key<String> INPUTS_FROM = Key.of(
                "inputs_from",
                Types.matching(
                        "address",
                        "an address that begins with file://, http://, https://, sql:// or job://",
                        "(file|https?|sql|job)://.+"),
                "Where the items are fetched: `file://`, `http(s)://`, `sql://name?SELECT …`, `job://name?output_as_lines`.");

        /** A source with the usual window. */
        public FromUri(String uri) {
            this(uri, null);
        }

        @Override
        public void write(Out out) {
            out.put(INPUTS_FROM, uri).put(WindowWork.WINDOW, window);
        }

        @Override
        public Fanout.Source source(int maxItems, Setting setting) {
            return setting.parts().items(this, maxItems, setting.origin());
        }

        @Override
        public List<Reference> references() {
            if (uri.startsWith(SQL)) {
                String name = uri.substring(SQL.length()).split("\\?", 2)[0];
                return List.of(new Reference(Reference.Type.DATASOURCE, name, INPUTS_FROM));
            }
            if (uri.startsWith(JOB)) {
                return List.of();
            }
            Reference.Type type = uri.startsWith(FILE) ? Reference.Type.FILE : Reference.Type.ADDRESS;
            return List.of(new Reference(type, uri, INPUTS_FROM));
        }
    }

    /** The keys that name a source. */
    static List<Key<?>> keys() {
        return List.of(Literal.ITEMS, FromStep.ITEMS_FROM, FromUri.INPUTS_FROM);
    }

    /** Reads the source that a fan-out names. */
    static Items read(Table table) {
        List<Object> items = table.find(Literal.ITEMS);
        String step = table.find(FromStep.ITEMS_FROM);
        String uri = table.find(FromUri.INPUTS_FROM);
        long given = keys().stream().filter(table::has).count();
        if (given != 1) {
            table.problem(
                    "a fan-out takes its items from one of \"items\", \"items_from\" and \"inputs_from\", not from "
                            + (given == 0 ? "none." : given + "."),
                    "");
        }
        if (step != null) {
            return new FromStep(step);
        }
        Duration window = table.findPositive(WindowWork.WINDOW);
        if (window != null && (uri == null || !uri.startsWith(FromUri.JOB))) {
            table.problem(
                    WindowWork.WINDOW, "a fan-out has a window for items from job:// alone.", "Remove \"window\".");
        }
        return uri == null ? new Literal(items == null ? List.of() : items) : new FromUri(uri, window);
    }
}
