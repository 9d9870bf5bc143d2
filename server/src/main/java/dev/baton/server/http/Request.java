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
 * A request that has passed the filter. Its parts are validated when they are read; an invalid part ends the request
 * with 400. For the thread that handles it.
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

    /** The client's address. */
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

    /** A query parameter, if it is present. */
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

    /** A query parameter that may be repeated. */
    public <T> List<T> queryAll(Parameter<T> parameter) {
        return context.queryParams(parameter.name()).stream()
                .map(parameter::parse)
                .toList();
    }

    /** The size of a page. */
    public int limit() {
        return query(Parameter.LIMIT).orElse(Parameter.USUAL_ITEMS);
    }

    /** The cursor of a page; null for the first page. */
    public @Nullable Cursor cursor() {
        return queryOrNull(Parameter.CURSOR);
    }

    /** The JSON body. */
    public <T> T body(Class<T> type) {
        return Json.read(body, type);
    }

    /** The raw body, for endpoints with another JSON format. */
    public byte[] body() {
        return body.clone();
    }

    /** The body as text, if it has one of the endpoint's media types besides JSON. */
    public Optional<String> text() {
        return bareType(context.contentType()).equals("application/json")
                ? Optional.empty()
                : Optional.of(new String(body, StandardCharsets.UTF_8));
    }

    /** A content type without its parameters, in lower case; empty if there is none. */
    static String bareType(@Nullable String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    /** A header, if it is present. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name));
    }

    /** Whether the client accepts an event stream. */
    public boolean wantsEvents() {
        return header("Accept")
                .filter(types -> types.contains("text/event-stream"))
                .isPresent();
    }

    /** Adds details to this request's audit entry. They must not contain secrets. */
    public void audit(String field, Object value) {
        audited.put(field, value);
    }

    /** Sets the target for the audit log if the path does not name it, such as the name of a new job. */
    public void auditTarget(String name) {
        target = name;
    }

    /** Sets the actor for the audit log on a public endpoint, such as the user that signs in. */
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
