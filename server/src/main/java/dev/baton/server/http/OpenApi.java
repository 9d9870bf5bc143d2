package dev.baton.server.http;

import dev.baton.server.security.Access;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI 3.1 document of a table of endpoints. */
final class OpenApi {

    /** Where it is served. */
    static final String PATH = "/api/v1/openapi.json";

    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([a-z_]+)}");

    private final Schemas schemas = new Schemas();
    private final ObjectNode document = Json.mapper().createObjectNode();

    private OpenApi(List<Endpoint> endpoints) {
        document.put("openapi", "3.1.0");
        ObjectNode info = document.putObject("info");
        info.put("title", "Baton");
        info.put("version", "1");
        info.put("description", "A job scheduler in which jobs hand over to one another.");
        ObjectNode paths = document.putObject("paths");
        Map<String, ObjectNode> byPath = new TreeMap<>();
        for (Endpoint endpoint : endpoints) {
            ObjectNode path = byPath.computeIfAbsent(
                    endpoint.path(), unused -> Json.mapper().createObjectNode());
            path.set(endpoint.method().name().toLowerCase(Locale.ROOT), operation(endpoint));
        }
        byPath.forEach(paths::set);
        ObjectNode components = document.putObject("components");
        components.set("schemas", schemas.components());
        ObjectNode bearer = components.putObject("securitySchemes").putObject("token");
        bearer.put("type", "http");
        bearer.put("scheme", "bearer");
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
                .about("The OpenAPI document", "This API, for programs.")
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
            parameter.set("schema", Json.mapper().valueToTree(query.schema()));
        }
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
    }

    private void addBody(Endpoint endpoint, ObjectNode operation) {
        Class<?> type = endpoint.signature().body();
        if (type != null) {
            ObjectNode body = operation.putObject("requestBody");
            body.put("required", Schemas.hasRequiredField(type));
            ObjectNode content = body.putObject("content");
            content.putObject("application/json").set("schema", schemas.of(type));
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
    }

    private void addSuccess(Endpoint endpoint, ObjectNode responses, int status) {
        Endpoint.Signature signature = endpoint.signature();
        ObjectNode success = responses.putObject(Integer.toString(status));
        success.put("description", endpoint.about().summary());
        if (signature.result() != null) {
            success.putObject("content").putObject(signature.mediaType()).set("schema", schemas.of(signature.result()));
        } else if (!signature.mediaType().equals("application/json")) {
            success.putObject("content").putObject(signature.mediaType());
        }
    }
}
