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
 * One line of the table of endpoints: how it is called, by whom, what it takes and gives, and what it does. Server, filter,
 * audit log and OpenAPI document are all made from this.
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
 * @param access who may call it
 * @param about what the document says about it
 * @param signature what it takes and gives
 * @param handler what it does
 */
public record Endpoint(Method method, String path, Access access, About about, Signature signature, Handler handler) {

    /**
     * What the OpenAPI document says about an endpoint.
     *
     * @param operation its name, the same as the action in the audit log
     * @param summary what it does, in a few words
     * @param description what else there is to know, may be empty
     * @param tags the groups it belongs to
     */
    public record About(String operation, String summary, String description, List<String> tags) {}

    /**
     * What an endpoint takes and gives.
     *
     * @param query the query parameters it knows
     * @param body the record its JSON body is read into, null when it takes none
     * @param status the status when all went well
     * @param result what it gives: a record, a generic type of records, or null for no JSON
     * @param mediaType the type of what it gives
     * @param effect what it leaves behind
     * @param besides what it takes and gives as well
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
     * What an endpoint takes and gives beside the usual.
     *
     * @param texts the types of a body that need not be JSON
     * @param statuses other statuses that come with the same result
     * @param headers headers of a request that change what it does, with what they do
     * @param document the schema of a body that is a document of its own, null for what its record says
     */
    public record Besides(
            List<String> texts,
            List<Integer> statuses,
            Map<String, String> headers,
            @Nullable Document document) {

        static final Besides NOTHING = new Besides(List.of(), List.of(), Map.of(), null);
    }

    /**
     * A schema that no record says.
     *
     * @param name what it is called in the OpenAPI document
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

    /** An endpoint that makes or does something. */
    public static Endpoint post(String path, Access access, Handler handler) {
        return of(Method.POST, path, access, handler);
    }

    /** An endpoint that makes or replaces. */
    public static Endpoint put(String path, Access access, Handler handler) {
        return of(Method.PUT, path, access, handler);
    }

    /** An endpoint that changes in part. */
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

    /** The same, described. */
    public Endpoint about(String summary, String description) {
        return with(new About(about.operation, summary, description, about.tags));
    }

    /** The same under another name than the one that follows from method and path. */
    public Endpoint operation(String name) {
        return with(new About(name, about.summary, about.description, about.tags));
    }

    /** The same in other groups than the one of its path. */
    public Endpoint tags(String... tags) {
        return with(new About(about.operation, about.summary, about.description, List.of(tags)));
    }

    /** The same with query parameters beside those it has. */
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

    /** The same with a JSON body. */
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

    /** The same, taking bodies of these types as well, as they come. */
    public Endpoint takesText(String... mediaTypes) {
        Besides old = signature.besides;
        return with(new Besides(List.of(mediaTypes), old.statuses, old.headers, old.document));
    }

    /** The same, giving its result with one of these statuses as well. */
    public Endpoint givesToo(Integer... statuses) {
        Besides old = signature.besides;
        return with(new Besides(old.texts, List.of(statuses), old.headers, old.document));
    }

    /** The same, with a header of the request that changes what it does. */
    public Endpoint header(String name, String description) {
        Besides old = signature.besides;
        Map<String, String> all = new LinkedHashMap<>(old.headers);
        all.put(name, description);
        return with(new Besides(old.texts, old.statuses, Map.copyOf(all), old.document));
    }

    /** The same with a JSON body that is a document with a schema of its own. */
    public Endpoint takes(Document document) {
        Endpoint taking = takes(JsonNode.class);
        Besides old = taking.signature.besides;
        return taking.with(new Besides(old.texts, old.statuses, old.headers, document));
    }

    /** The same, giving JSON with status 200. */
    public Endpoint gives(Type result) {
        return gives(OK, result);
    }

    /** The same, giving JSON. */
    public Endpoint gives(int status, Type result) {
        return with(new Signature(
                signature.query, signature.body, status, result, JSON, signature.effect, signature.besides));
    }

    /** The same, giving a page of a list and taking {@link Parameter#LIMIT} and {@link Parameter#CURSOR}. */
    public Endpoint givesListOf(Class<?> item) {
        return gives(new ListingOf(item)).query(Parameter.LIMIT, Parameter.CURSOR);
    }

    /** The same, giving something that is not JSON with status 200. */
    public Endpoint givesMedia(String mediaType) {
        return with(new Signature(
                signature.query, signature.body, OK, null, mediaType, signature.effect, signature.besides));
    }

    /** The same, leading to another address. */
    public Endpoint leadsElsewhere() {
        return with(
                new Signature(signature.query, signature.body, FOUND, null, JSON, signature.effect, signature.besides));
    }

    /** The same with another effect than its method suggests. */
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
