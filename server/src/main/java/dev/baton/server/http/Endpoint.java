package dev.baton.server.http;

import dev.baton.server.security.Access;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An endpoint of the API: its method and path, its access level, its request and response, and its handler. The server,
 * the filter, the audit log and the OpenAPI document all use this declaration.
 *
 * <pre>{@code
 * Endpoint.post("/api/v1/jobs/{name}/trigger", Access.OPERATOR, request -> …)
 *         .about("Trigger a job", "Starts an execution now, whatever the schedule says.")
 *         .takes(TriggerRequest.class)
 *         .gives(201, ExecutionView.class)
 * }</pre>
 *
 * @param method its method
 * @param path its path, with parameters in braces
 * @param access the access level
 * @param about its description
 * @param signature its request and response
 * @param handler its handler
 */
public record Endpoint(Method method, String path, Access access, About about, Signature signature, Handler handler) {

    /**
     * The description of an endpoint in the OpenAPI document.
     *
     * @param operation its name, the same as the action in the audit log
     * @param summary a summary of a few words
     * @param description further text; may be empty
     * @param tags its groups
     */
    public record About(String operation, String summary, String description, List<String> tags) {}

    /**
     * The request and response of an endpoint.
     *
     * @param query the query parameters
     * @param body the record of its JSON body; null if it has none
     * @param status the status of success
     * @param result the type of the response: a record, a generic type of records, or null for no JSON
     * @param mediaType the media type of the response
     * @param effect its effect
     * @param besides further parts of the request and response
     */
    public record Signature(
            List<Parameter<?>> query,
            @Nullable Class<?> body,
            int status,
            @Nullable Type result,
            String mediaType,
            Effect effect,
            Besides besides) {}

    /**
     * Further parts of the request and response.
     *
     * @param texts further media types of the body
     * @param statuses other statuses with the same result
     * @param headers request headers with a meaning, and their descriptions
     * @param document the schema of a body that is a document; null for the schema of its record
     */
    public record Besides(
            List<String> texts,
            List<Integer> statuses,
            Map<String, String> headers,
            @Nullable Document document) {

        static final Besides NOTHING = new Besides(List.of(), List.of(), Map.of(), null);
    }

    /**
     * A schema that does not come from a record.
     *
     * @param name its name in the OpenAPI document
     * @param schema the schema
     */
    public record Document(String name, ObjectNode schema) {}

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int FOUND = 302;
    private static final String JSON = "application/json";

    /** An endpoint that reads. */
    public static Endpoint get(String path, Access access, Handler handler) {
        return of(Method.GET, path, access, handler);
    }

    /** An endpoint that creates something or performs an action. */
    public static Endpoint post(String path, Access access, Handler handler) {
        return of(Method.POST, path, access, handler);
    }

    /** An endpoint that creates or replaces. */
    public static Endpoint put(String path, Access access, Handler handler) {
        return of(Method.PUT, path, access, handler);
    }

    /** An endpoint that changes a part. */
    public static Endpoint patch(String path, Access access, Handler handler) {
        return of(Method.PATCH, path, access, handler);
    }

    /** An endpoint that removes. */
    public static Endpoint delete(String path, Access access, Handler handler) {
        return of(Method.DELETE, path, access, handler);
    }

    private static Endpoint of(Method method, String path, Access access, Handler handler) {
        Effect effect =
                method == Method.GET ? Effect.NONE : access == Access.WORKER ? Effect.UNAUDITED : Effect.AUDITED;
        String operation = Operations.name(method, path);
        List<String> tags = List.of(operation.split("\\.", -1)[0]);
        return new Endpoint(
                method,
                path,
                access,
                new About(operation, operation, "", tags),
                new Signature(List.of(), null, NO_CONTENT, null, JSON, effect, Besides.NOTHING),
                handler);
    }

    /** The same endpoint with a description. */
    public Endpoint about(String summary, String description) {
        return with(new About(about.operation, summary, description, about.tags));
    }

    /** The same endpoint with another operation name than the one derived from method and path. */
    public Endpoint operation(String name) {
        return with(new About(name, about.summary, about.description, about.tags));
    }

    /** The same endpoint in other groups than the one of its path. */
    public Endpoint tags(String... tags) {
        return with(new About(about.operation, about.summary, about.description, List.of(tags)));
    }

    /** The same endpoint with further query parameters. */
    public Endpoint query(Parameter<?>... parameters) {
        List<Parameter<?>> all = new ArrayList<>(signature.query);
        all.addAll(List.of(parameters));
        return with(new Signature(
                List.copyOf(all),
                signature.body,
                signature.status,
                signature.result,
                signature.mediaType,
                signature.effect,
                signature.besides));
    }

    /** The same endpoint with a JSON body. */
    public Endpoint takes(Class<?> body) {
        return with(new Signature(
                signature.query,
                body,
                signature.status,
                signature.result,
                signature.mediaType,
                signature.effect,
                signature.besides));
    }

    /** The same endpoint, which also accepts bodies of these media types as text. */
    public Endpoint takesText(String... mediaTypes) {
        Besides old = signature.besides;
        return with(new Besides(List.of(mediaTypes), old.statuses, old.headers, old.document));
    }

    /** The same endpoint, which may also answer with these statuses. */
    public Endpoint givesToo(Integer... statuses) {
        Besides old = signature.besides;
        return with(new Besides(old.texts, List.of(statuses), old.headers, old.document));
    }

    /** The same endpoint with a request header. */
    public Endpoint header(String name, String description) {
        Besides old = signature.besides;
        Map<String, String> all = new LinkedHashMap<>(old.headers);
        all.put(name, description);
        return with(new Besides(old.texts, old.statuses, Map.copyOf(all), old.document));
    }

    /** The same endpoint with a JSON body that is a document with its own schema. */
    public Endpoint takes(Document document) {
        Endpoint taking = takes(JsonNode.class);
        Besides old = taking.signature.besides;
        return taking.with(new Besides(old.texts, old.statuses, old.headers, document));
    }

    /** The same endpoint, which answers with JSON and status 200. */
    public Endpoint gives(Type result) {
        return gives(OK, result);
    }

    /** The same endpoint, which answers with JSON. */
    public Endpoint gives(int status, Type result) {
        return with(new Signature(
                signature.query, signature.body, status, result, JSON, signature.effect, signature.besides));
    }

    /**
     * The same endpoint, which answers with a page of a list and has the parameters {@link Parameter#LIMIT} and {@link
     * Parameter#CURSOR}.
     */
    public Endpoint givesListOf(Class<?> item) {
        return gives(new ListingOf(item)).query(Parameter.LIMIT, Parameter.CURSOR);
    }

    /** The same endpoint, which answers with another media type and status 200. */
    public Endpoint givesMedia(String mediaType) {
        return with(new Signature(
                signature.query, signature.body, OK, null, mediaType, signature.effect, signature.besides));
    }

    /** The same endpoint, which redirects. */
    public Endpoint leadsElsewhere() {
        return with(
                new Signature(signature.query, signature.body, FOUND, null, JSON, signature.effect, signature.besides));
    }

    /** The same endpoint with another effect than its method suggests. */
    public Endpoint effect(Effect effect) {
        return with(new Signature(
                signature.query,
                signature.body,
                signature.status,
                signature.result,
                signature.mediaType,
                effect,
                signature.besides));
    }

    private Endpoint with(Besides besides) {
        return with(new Signature(
                signature.query,
                signature.body,
                signature.status,
                signature.result,
                signature.mediaType,
                signature.effect,
                besides));
    }

    private Endpoint with(About other) {
        return new Endpoint(method, path, access, other, signature, handler);
    }

    private Endpoint with(Signature other) {
        return new Endpoint(method, path, access, about, other, handler);
    }

    /** {@code GET /healthz}. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
