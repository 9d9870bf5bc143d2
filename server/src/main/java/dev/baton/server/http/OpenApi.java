package dev.baton.server.http;

import dev.baton.server.security.Access;
import dev.baton.server.security.SameSite;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI 3.1 document of a table of endpoints. */
final class OpenApi {

    /** The path of the document. */
    static final String PATH = "/api/v1/openapi.json";

    private static final int CREATED = 201;
    private static final int REDIRECTS = 3;
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([a-z_]+)}");

    private final Schemas schemas = new Schemas();
    private final ObjectNode document = Json.mapper().createObjectNode();

    private OpenApi(List<Endpoint> endpoints) {
        document.put("openapi", "3.1.0");
        ObjectNode info = document.putObject("info");
        info.put("title", "Baton");
        info.put("version", "1");
        info.put("description", "A job scheduler with workflows.");
        ObjectNode paths = document.putObject("paths");
        Map<String, ObjectNode> byPath = new TreeMap<>();
        for (Endpoint endpoint : endpoints) {
            ObjectNode path = byPath.computeIfAbsent(
                    endpoint.path(), unused -> Json.mapper().createObjectNode());
            path.set(endpoint.method().name().toLowerCase(Locale.ROOT), operation(endpoint));
        }
        byPath.forEach(paths::set);
        byPath.values().forEach(path -> path.findValues("responses").forEach(schemas::open));
        endpoints.stream()
                .filter(endpoint -> endpoint.access() == Access.WORKER)
                .forEach(endpoint -> openBody(endpoint, paths));
        ObjectNode components = document.putObject("components");
        components.set("schemas", schemas.components());
        ObjectNode security = components.putObject("securitySchemes");
        security.putObject("token").put("type", "http").put("scheme", "bearer").put("description", "A token.");
        security.putObject("session")
                .put("type", "apiKey")
                .put("in", "cookie")
                .put("name", SessionCookie.NAME)
                .put(
                        "description",
                        "The session of a signed-in browser; with TLS, the name begins with __Host-. Changes need the"
                                + " header " + SameSite.HEADER + ": 1 as well.");
    }

    /** A worker may be newer than the server, which ignores unknown fields. */
    private void openBody(Endpoint endpoint, ObjectNode paths) {
        schemas.open(paths.path(endpoint.path())
                .path(endpoint.method().name().toLowerCase(Locale.ROOT))
                .path("requestBody"));
    }

    /** The document. */
    static ObjectNode of(List<Endpoint> endpoints) {
        return new OpenApi(endpoints).document;
    }

    /** The endpoint that serves it. */
    static Endpoint endpoint(List<Endpoint> endpoints) {
        ObjectNode document = of(endpoints);
        return Endpoint.get(PATH, Access.VIEWER, request -> Response.json(document))
                .operation("openapi.show")
                .about("The OpenAPI document", "Returns this document.")
                .gives(Object.class);
    }

    private ObjectNode operation(Endpoint endpoint) {
        ObjectNode operation = Json.mapper().createObjectNode();
        operation.put("operationId", endpoint.about().operation());
        operation.put("summary", endpoint.about().summary());
        if (!endpoint.about().description().isEmpty()) {
            operation.put("description", endpoint.about().description());
        }
        ArrayNode tags = operation.putArray("tags");
        endpoint.about().tags().forEach(tags::add);
        operation.put("x-baton-role", endpoint.access().toString());
        ArrayNode security = operation.putArray("security");
        if (endpoint.access() != Access.PUBLIC) {
            security.addObject().putArray("token");
            if (endpoint.access() != Access.WORKER) {
                security.addObject().putArray("session");
            }
        }
        addParameters(endpoint, operation);
        addBody(endpoint, operation);
        addResponses(endpoint, operation.putObject("responses"));
        return operation;
    }

    private static void addParameters(Endpoint endpoint, ObjectNode operation) {
        ArrayNode parameters = Json.mapper().createArrayNode();
        Matcher inPath = PATH_PARAMETER.matcher(endpoint.path());
        while (inPath.find()) {
            ObjectNode parameter = parameters.addObject();
            parameter.put("name", inPath.group(1)).put("in", "path").put("required", true);
            parameter.putObject("schema").put("type", "string");
        }
        for (Parameter<?> query : endpoint.signature().query()) {
            if (query.equals(Parameter.ANYTHING)) {
                continue;
            }
            ObjectNode parameter = parameters.addObject();
            parameter.put("name", query.name()).put("in", "query").put("description", query.description());
            JsonNode schema = Json.mapper().valueToTree(query.schema());
            if (query.repeatable()) {
                parameter.put("style", "form").put("explode", true);
                parameter.putObject("schema").put("type", "array").set("items", schema);
            } else {
                parameter.set("schema", schema);
            }
        }
        endpoint.signature().besides().headers().forEach((name, description) -> {
            ObjectNode parameter = parameters.addObject();
            parameter.put("name", name).put("in", "header").put("description", description);
            parameter.putObject("schema").put("type", "string");
        });
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
    }

    private void addBody(Endpoint endpoint, ObjectNode operation) {
        Class<?> type = endpoint.signature().body();
        if (type != null) {
            ObjectNode body = operation.putObject("requestBody");
            Endpoint.Document document = endpoint.signature().besides().document();
            body.put("required", document != null || Schemas.hasRequiredField(type));
            ObjectNode content = body.putObject("content");
            content.putObject("application/json")
                    .set("schema", document == null ? schemas.of(type) : schemas.of(document));
            endpoint.signature()
                    .besides()
                    .texts()
                    .forEach(text -> content.putObject(text)
                            .set(
                                    "schema",
                                    text.endsWith("+json")
                                            ? schemas.of(type)
                                            : Json.mapper().createObjectNode().put("type", "string")));
        }
    }

    private void addResponses(Endpoint endpoint, ObjectNode responses) {
        Endpoint.Signature signature = endpoint.signature();
        addSuccess(endpoint, responses, signature.status());
        signature.besides().statuses().forEach(status -> addSuccess(endpoint, responses, status));
        ObjectNode failure = responses.putObject("default");
        failure.put("description", "An error.");
        failure.putObject("content").putObject(Problem.MEDIA_TYPE).set("schema", schemas.of(Problem.class));
        addHeader(failure, "Retry-After", "The number of seconds after which to try again, with 429 and 503.");
    }

    private static void addHeader(ObjectNode response, String name, String description) {
        ObjectNode headers =
                response.has("headers") ? (ObjectNode) response.get("headers") : response.putObject("headers");
        ObjectNode header = headers.putObject(name);
        header.put("description", description).putObject("schema").put("type", "string");
    }

    private void addSuccess(Endpoint endpoint, ObjectNode responses, int status) {
        Endpoint.Signature signature = endpoint.signature();
        ObjectNode success = responses.putObject(Integer.toString(status));
        success.put("description", endpoint.about().summary());
        if (status == CREATED) {
            addHeader(success, "Location", "The address of the new resource.");
        } else if (status / 100 == REDIRECTS) {
            addHeader(success, "Location", "The target of the redirect.");
        }
        if (signature.result() != null) {
            success.putObject("content").putObject(signature.mediaType()).set("schema", schemas.of(signature.result()));
        } else if (!signature.mediaType().equals("application/json")) {
            success.putObject("content")
                    .putObject(signature.mediaType())
                    .putObject("schema")
                    .put("type", "string");
        }
    }
}
