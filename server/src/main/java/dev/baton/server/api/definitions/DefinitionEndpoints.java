package dev.baton.server.api.definitions;

import dev.baton.Registered;
import dev.baton.error.DidYouMean;
import dev.baton.server.api.definitions.DefinitionView.DefinitionDetail;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The endpoints that list, show, create, change and remove definitions of one type. */
final class DefinitionEndpoints {

    private static final Parameter<String> TAG = Parameter.text("tag", "Only definitions with this tag.");
    private static final Parameter<String> KIND = Parameter.text("kind", "Only jobs of this kind.");
    private static final Parameter<Source> SOURCE =
            Parameter.oneOf("source", Source.class, "Only definitions from this source.");
    private static final Parameter<Boolean> PAUSED =
            Parameter.bool("paused", "Only paused definitions, or only those that are not paused.");
    private static final Parameter<String> TEXT = Parameter.text(
            "text", "Only definitions with this text in their name, title or description, ignoring case.");

    private static final Parameter<Boolean> ADHOC = Parameter.bool(
            "adhoc",
            "Whether to include jobs and workflows that were submitted to run once, of the newest 1,000 executions.");

    private static final Parameter<Order> ORDER =
            Parameter.oneOf("order", Order.class, "The order; by name if missing.");

    /** The order of a list of definitions. */
    enum Order {
        /** By name. */
        NAME,
        /** By the next fire; definitions without a schedule come last. */
        NEXT_FIRE
    }

    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String IF_MATCH = "If-Match";
    private static final String IF_MATCH_DOES = "The version that it must still have, from an ETag.";
    private static final String NAME = "name";
    private static final String ID = "id";

    private final DefinitionType type;
    private final Catalog catalog;
    private final DefinitionServices services;
    private final ApiDefiner definer;
    private final DefinitionViews views;

    DefinitionEndpoints(DefinitionType type, DefinitionServices services, ApiDefiner definer) {
        this.type = type;
        this.services = services;
        this.catalog = services.all().catalog();
        this.definer = definer;
        this.views = new DefinitionViews(services);
    }

    List<Endpoint> endpoints() {
        String word = type.word();
        String one = type.path() + "/{name}";
        return List.of(
                Endpoint.get(type.path(), Access.VIEWER, this::list)
                        .about("List " + word + "s", "")
                        .query(TAG, KIND, SOURCE, PAUSED, TEXT, ADHOC, ORDER)
                        .givesListOf(DefinitionView.class),
                Endpoint.post(type.path(), Access.ADMIN, this::create)
                        .about("Define a " + word, "The body has the keys of a configuration file.")
                        .takes(type.document())
                        .gives(201, type.detail()),
                Endpoint.get(one, Access.VIEWER, this::show)
                        .about("Show a " + word, "Returns the definition and its next fires.")
                        .gives(type.detail()),
                Endpoint.put(one, Access.ADMIN, this::replace)
                        .about(
                                "Define or replace a " + word,
                                "With If-Match, only if it still has that version. A definition of the file cannot be"
                                        + " replaced.")
                        .takes(type.document())
                        .header(IF_MATCH, IF_MATCH_DOES)
                        .gives(type.detail()),
                Endpoint.patch(one, Access.ADMIN, this::change)
                        .about(
                                "Change a " + word + " in part",
                                "A merge patch (RFC 7396) of the definition: null removes a key.")
                        .takes(JsonNode.class)
                        .takesText(MERGE_PATCH)
                        .header(IF_MATCH, IF_MATCH_DOES)
                        .gives(type.detail()),
                Endpoint.delete(one, Access.ADMIN, this::remove)
                        .about(
                                "Remove a " + word,
                                "In active executions, runs that have not started are skipped, and running ones finish.")
                        .header(IF_MATCH, IF_MATCH_DOES));
    }

    // ---- reading

    private Response list(Request request) {
        return request.query(ORDER).filter(Order.NEXT_FIRE::equals).isPresent() ? byFire(request) : byName(request);
    }

    private Response byName(Request request) {
        Cursor cursor = request.cursor();
        int limit = request.limit();
        List<Entry> wanted = listed(request).stream()
                .filter(type::includes)
                .filter(entry -> cursor == null || entry.name().compareTo(cursor.text(0)) > 0)
                .filter(filter(request))
                .limit(limit + 1L)
                .toList();
        return Response.json(Listing.of(wanted, limit, entry -> Cursor.of(entry.name()), views.of(wanted)));
    }

    private Response byFire(Request request) {
        Cursor cursor = request.cursor();
        Fire last = cursor == null ? null : Fire.at(cursor);
        SortedMap<Fire, Entry> wanted = new TreeMap<>();
        listed(request).stream()
                .filter(type::includes)
                .filter(filter(request))
                .forEach(entry -> wanted.put(nextFire(entry), entry));
        List<Map.Entry<Fire, Entry>> page = wanted.entrySet().stream()
                .filter(one -> last == null || one.getKey().compareTo(last) > 0)
                .limit(request.limit() + 1L)
                .toList();
        Function<Entry, DefinitionView> shown =
                views.of(page.stream().map(Map.Entry::getValue).toList());
        return Response.json(
                Listing.of(page, request.limit(), one -> one.getKey().position(), one -> shown.apply(one.getValue())));
    }

    /** All definitions by name, with those that the newest executions brought along if they are asked for. */
    private Collection<Entry> listed(Request request) {
        return request.query(ADHOC).orElse(false) ? catalog.withBrought() : catalog.all();
    }

    private Fire nextFire(Entry entry) {
        return new Fire(
                services.all()
                        .baton()
                        .find(entry.name())
                        .flatMap(Registered::nextFire)
                        .orElse(Fire.NEVER),
                entry.name());
    }

    /** The position of a definition in the order of next fires. */
    private record Fire(Instant time, String name) implements Comparable<Fire> {

        static final Instant NEVER = Instant.MAX;

        private static final Comparator<Fire> ORDER =
                Comparator.comparing(Fire::time).thenComparing(Fire::name);

        static Fire at(Cursor cursor) {
            return new Fire(cursor.text(0).isEmpty() ? NEVER : cursor.time(0), cursor.text(1));
        }

        Cursor position() {
            return Cursor.of(time.equals(NEVER) ? "" : time, name);
        }

        @Override
        public int compareTo(Fire other) {
            return ORDER.compare(this, other);
        }
    }

    private Predicate<Entry> filter(Request request) {
        Optional<String> tag = request.query(TAG);
        Optional<String> kind = request.query(KIND);
        Optional<Source> source = request.query(SOURCE);
        Optional<Boolean> paused = request.query(PAUSED);
        Optional<String> text = request.query(TEXT).map(DefinitionEndpoints::folded);
        boolean adhoc = request.query(ADHOC).orElse(false);
        return entry -> (adhoc || !BroughtEntries.isOne(entry.name()))
                && tag.map(entry.spec().about().tags()::contains).orElse(true)
                && kind.map(wanted -> wanted.equals(DefinitionViews.kind(entry)))
                        .orElse(true)
                && source.map(wanted -> wanted == entry.source()).orElse(true)
                && text.map(wanted -> text(entry).contains(wanted)).orElse(true)
                && paused.map(wanted -> wanted == isPaused(entry)).orElse(true);
    }

    private boolean isPaused(Entry entry) {
        return services.all()
                .baton()
                .find(entry.name())
                .filter(found -> found.isPaused())
                .isPresent();
    }

    private static String text(Entry entry) {
        String title = entry.spec().about().title();
        String description = entry.spec().about().description();
        return folded(
                entry.name() + "\n" + (title == null ? "" : title) + "\n" + (description == null ? "" : description));
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private Response show(Request request) {
        return shown(find(catalog, type, request.name(NAME)));
    }

    private Response shown(Entry entry) {
        DefinitionDetail detail = views.detail(entry);
        Response response = Response.json(detail);
        return detail.version() == null ? response : response.header("ETag", "\"" + detail.version() + "\"");
    }

    /** The definition that a path names. */
    static Entry find(Catalog catalog, DefinitionType type, String name) {
        return catalog.find(name).filter(type::includes).orElseThrow(() -> {
            List<String> known = catalog.all().stream()
                    .filter(type::includes)
                    .map(Entry::name)
                    .toList();
            return ProblemException.notFound(
                    "there is no " + type.word() + " \"" + name + "\"." + DidYouMean.sentence(name, known));
        });
    }

    // ---- changing

    private Response create(Request request) {
        Entry entry = type.read(definer.reader(), object(request));
        request.auditTarget(entry.name());
        definer.put(type, entry, 0, request.actor());
        return shown(entry).status(201).header("Location", type.path() + "/" + entry.name());
    }

    private Response replace(Request request) {
        String name = request.name(NAME);
        Integer expected = expected(request);
        return define(request, named(object(request), name), expected);
    }

    private Response change(Request request) {
        String name = request.name(NAME);
        Integer expected = expected(request);
        Entry old = find(catalog, type, name);
        ObjectNode patch = object(request);
        request.audit("changed", List.copyOf(patch.propertyNames()));
        return define(request, named(MergePatch.apply(DefinitionType.write(old), patch), name), expected);
    }

    private Response define(Request request, ObjectNode spec, @Nullable Integer expected) {
        Entry entry = type.read(definer.reader(), spec);
        request.audit(
                "version", definer.put(type, entry, expected, request.actor()).version());
        return shown(entry);
    }

    private Response remove(Request request) {
        definer.remove(find(catalog, type, request.name(NAME)), expected(request));
        return Response.noContent();
    }

    private static ObjectNode object(Request request) {
        if (request.body(JsonNode.class) instanceof ObjectNode object) {
            return object;
        }
        throw ProblemException.badField("", "it is not an object");
    }

    /** The path has the name: the body may leave it out, but must not contain another. */
    private static ObjectNode named(ObjectNode spec, String name) {
        JsonNode own = spec.path(ID);
        if (!own.isMissingNode() && !(own.isString() && own.stringValue().equals(name))) {
            throw ProblemException.badField(
                    "/" + ID, "it is " + own + ", and the path says \"" + name + "\": a name cannot be changed");
        }
        ObjectNode result = spec.deepCopy();
        result.put(ID, name);
        return result;
    }

    private static @Nullable Integer expected(Request request) {
        Optional<String> header = request.header(IF_MATCH);
        if (header.isEmpty() || header.get().equals("*")) {
            return null;
        }
        try {
            return Integer.valueOf(header.get().replace("\"", ""));
        } catch (NumberFormatException e) {
            throw ProblemException.badRequest(
                    "header " + IF_MATCH + ": it is not a version such as \"3\" from an ETag");
        }
    }
}
