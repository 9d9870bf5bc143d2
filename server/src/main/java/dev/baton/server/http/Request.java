package dev.baton.server.http;

import dev.baton.RunId;
import dev.baton.server.security.Actor;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request that has passed the filter. What is asked of it is checked when it is asked for; a mistake ends the request
 * with 400. Belongs to the thread that handles it.
 */
public final class Request {

    private final Context context;
    private final @Nullable Actor actor;
    private final byte[] body;
    private final ClientAddress addresses;
    private final Map<String, Object> audited = new LinkedHashMap<>();
    private @Nullable String target;
    private @Nullable Actor signedIn;

    Request(Context context, @Nullable Actor actor, byte[] body, ClientAddress addresses) {
        this.context = context;
        this.actor = actor;
        this.body = body;
        this.addresses = addresses;
    }

    /** The identity of the client. Not available on a public endpoint. */
    public Actor actor() {
        if (actor == null) {
            throw new IllegalStateException(context.path() + " is public: its requests have no identity");
        }
        return actor;
    }

    /** Where the request comes from. */
    public String address() {
        return addresses.of(context);
    }

    /** A path parameter that is a name. */
    public String name(String parameter) {
        return path(parameter, Parameter::name);
    }

    /** A path parameter that is an id. */
    public UUID id(String parameter) {
        return path(parameter, Parameter::id);
    }

    /** A path parameter that is the id of a run. */
    public RunId runId(String parameter) {
        return path(parameter, RunId::parse);
    }

    private <T> T path(String parameter, Function<String, T> parser) {
        try {
            return parser.apply(context.pathParam(parameter));
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badParameter(parameter, String.valueOf(wrong.getMessage()));
        }
    }

    /** A query parameter, if it is there. */
    public <T> Optional<T> query(Parameter<T> parameter) {
        List<T> values = queryAll(parameter);
        if (values.size() > 1) {
            throw ProblemException.badParameter(parameter.name(), "it is there " + values.size() + " times");
        }
        return values.stream().findFirst();
    }

    /** A query parameter, or null. */
    public <T> @Nullable T queryOrNull(Parameter<T> parameter) {
        return query(parameter).orElse(null);
    }

    /** A query parameter that may be there several times. */
    public <T> List<T> queryAll(Parameter<T> parameter) {
        return context.queryParams(parameter.name()).stream()
                .map(parameter::parse)
                .toList();
    }

    /** How many items a list may have. */
    public int limit() {
        return query(Parameter.LIMIT).orElse(Parameter.USUAL_ITEMS);
    }

    /** Where a list goes on, null at its beginning. */
    public @Nullable Cursor cursor() {
        return queryOrNull(Parameter.CURSOR);
    }

    /** The JSON body. */
    public <T> T body(Class<T> type) {
        return Json.read(body, type);
    }

    /** The body as it came, for those who speak another dialect of JSON than the API does. */
    public byte[] body() {
        return body.clone();
    }

    /** The body as a text, when it came as one of the types that the endpoint takes beside JSON. */
    public Optional<String> text() {
        return bareType(context.contentType()).equals("application/json")
                ? Optional.empty()
                : Optional.of(new String(body, StandardCharsets.UTF_8));
    }

    /** A content type without its parameters, in small letters; empty when there is none. */
    static String bareType(@Nullable String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    /** A header, if it is there. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name));
    }

    /** Whether the client would rather have events than one answer. */
    public boolean wantsEvents() {
        return header("Accept")
                .filter(types -> types.contains("text/event-stream"))
                .isPresent();
    }

    /** Adds to what the audit log says about this request. Nothing secret belongs here. */
    public void audit(String field, Object value) {
        audited.put(field, value);
    }

    /** Sets the target of the request for the audit log, when the path does not name it: the name of a new job, for instance. */
    public void auditTarget(String name) {
        target = name;
    }

    /** Names who did it, where nobody is known to ask: whoever signs in. */
    void auditAs(Actor who) {
        signedIn = who;
    }

    /** The identity for the audit log; empty on a public endpoint. */
    Optional<Actor> auditedActor() {
        return Optional.ofNullable(actor == null ? signedIn : actor);
    }

    Map<String, Object> audited() {
        return audited;
    }

    String target() {
        return target == null ? String.join("/", context.pathParamMap().values()) : target;
    }

    Context context() {
        return context;
    }
}
