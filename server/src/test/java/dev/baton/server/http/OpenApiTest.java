package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import dev.baton.worker.wire.Messages;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class OpenApiTest {

    private sealed interface Shape {
        @Doc("Round.")
        record Circle(double radius) implements Shape {}

        record Box(int width, int height) implements Shape {}
    }

    private record Tree(
            String name, List<Tree> children, @Nullable Duration age, Map<String, Shape> shapes) {}

    private static final Endpoint TREE = Endpoint.get(
                    "/api/v1/trees/{name}",
                    Access.VIEWER,
                    request -> Response.json(new Tree(
                            request.name("name"),
                            List.of(new Tree("leaf", List.of(), Duration.ofSeconds(90), Map.of())),
                            null,
                            Map.of("a", new Shape.Circle(1.5), "b", new Shape.Box(1, 2)))))
            .about("Show a tree", "")
            .gives(Tree.class);

    private static final TestServer SERVER = TestServer.with(TREE);

    private final JsonNode document =
            Json.mapper().readTree(SERVER.get(Role.VIEWER, OpenApi.PATH).body());

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void every_endpoint_is_in_the_document() {
        assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
        for (Endpoint endpoint : SERVER.table) {
            JsonNode operation = document.path("paths")
                    .path(endpoint.path())
                    .path(endpoint.method().name().toLowerCase(Locale.ROOT));
            assertThat(operation.path("operationId").asString())
                    .isEqualTo(endpoint.about().operation());
            assertThat(operation.path("x-baton-role").asString())
                    .isEqualTo(endpoint.access().toString());
        }
    }

    @Test
    void every_reference_leads_somewhere() {
        for (JsonNode reference : document.findValues("$ref")) {
            assertThat(document.at(reference.asString().substring(1)).isMissingNode())
                    .as(reference.asString())
                    .isFalse();
        }
    }

    @Test
    void what_may_be_there_several_times_is_an_array() {
        Endpoint many = Endpoint.get("/api/v1/many", Access.VIEWER, request -> Response.noContent())
                .query(Parameter.text("tag", "Tags.").repeated())
                .header("If-Match", "A version.");
        JsonNode parameters = OpenApi.of(List.of(many)).at("/paths/~1api~1v1~1many/get/parameters");
        assertThat(parameters.at("/0/schema/type").asString()).isEqualTo("array");
        assertThat(parameters.at("/0/schema/items/type").asString()).isEqualTo("string");
        assertThat(parameters.at("/1/in").asString()).isEqualTo("header");
    }

    @Test
    void both_ways_to_sign_in_are_in_the_document() {
        assertThat(document.at("/components/securitySchemes/token/scheme").asString())
                .isEqualTo("bearer");
        assertThat(document.at("/components/securitySchemes/session/in").asString())
                .isEqualTo("cookie");
        JsonNode security = document.at("/paths/~1api~1v1~1trees~1{name}/get/security");
        assertThat(security).hasSize(2);
    }

    @Test
    void what_a_claim_answers_is_told_by_kind() {
        Endpoint claim = Endpoint.post("/api/v1/claim", Access.WORKER, request -> Response.noContent())
                .gives(Messages.Claimed.class);
        ObjectNode schemas = (ObjectNode) OpenApi.of(List.of(claim)).at("/components/schemas");
        assertThat(schemas.at("/Command/discriminator/propertyName").asString()).isEqualTo("kind");
        assertThat(schemas.at("/Shell/properties/kind/enum/0").asString()).isEqualTo("shell");
    }

    @Test
    void requests_are_closed_and_answers_are_open_for_what_a_newer_server_says() {
        Endpoint both = Endpoint.post("/api/v1/trees", Access.ADMIN, request -> Response.noContent())
                .takes(Shape.Box.class)
                .gives(Tree.class);
        Endpoint worker = Endpoint.post("/api/v1/claim", Access.WORKER, request -> Response.noContent())
                .takes(Messages.Claim.class);
        JsonNode schemas = OpenApi.of(List.of(both, worker)).at("/components/schemas");
        assertThat(schemas.at("/Tree/additionalProperties").isMissingNode()).isTrue();
        assertThat(schemas.at("/Claim/additionalProperties").isMissingNode()).isTrue();
        JsonNode closed = OpenApi.of(List.of(both.gives(Shape.Circle.class))).at("/components/schemas/Box");
        assertThat(closed.path("additionalProperties").asBoolean(true)).isFalse();
    }

    @Test
    void a_document_in_an_answer_has_its_own_schema() {
        Endpoint.Document oak =
                new Endpoint.Document("Oak", Json.mapper().createObjectNode().put("type", "object"));
        Endpoint show = Endpoint.get("/api/v1/oak", Access.VIEWER, request -> Response.noContent())
                .gives(new Documented("OakDetail", Tree.class, "name", oak));
        JsonNode schemas = OpenApi.of(List.of(show)).at("/components/schemas");
        assertThat(schemas.at("/OakDetail/properties/name/$ref").asString()).isEqualTo("#/components/schemas/Oak");
        assertThat(schemas.at("/OakDetail/properties/children/type").asString()).isEqualTo("array");
        assertThat(schemas.has("Oak")).isTrue();
    }

    @Test
    void what_may_be_missing_is_not_required() {
        JsonNode required = document.at("/components/schemas/Tree/required");
        assertThat(required.valueStream().map(JsonNode::asString)).containsExactly("name", "children", "shapes");
    }

    @Test
    void a_real_answer_fits_its_schema() {
        HttpResponse<String> response = SERVER.get(Role.VIEWER, "/api/v1/trees/oak");
        assertThat(SchemaCheck.objections(document, TREE, response.statusCode(), response.body()))
                .isEmpty();
    }

    @Test
    void an_answer_of_another_shape_does_not() {
        assertThat(SchemaCheck.objections(document, TREE, 200, "{\"name\":1,\"extra\":true}"))
                .hasSize(4);
    }

    @Test
    void the_servers_own_answers_fit_their_schemas() {
        for (Endpoint endpoint : SERVER.table) {
            if (endpoint.method() == Method.GET && !endpoint.path().contains("{")) {
                HttpResponse<String> response = SERVER.get(Role.ADMIN, endpoint.path());
                assertThat(SchemaCheck.objections(document, endpoint, response.statusCode(), response.body()))
                        .as(endpoint.toString())
                        .isEmpty();
            }
        }
    }

    @Test
    void a_problem_fits_its_schema() {
        HttpResponse<String> response = SERVER.get(Role.VIEWER, "/api/v1/trees/oak?limit=1");
        assertThat(SchemaCheck.objections(document, TREE, response.statusCode(), response.body()))
                .isEmpty();
    }

    @Test
    void operations_are_called_by_method_and_path() {
        assertThat(Operations.name(Method.GET, "/api/v1/jobs")).isEqualTo("jobs.list");
        assertThat(Operations.name(Method.POST, "/api/v1/jobs")).isEqualTo("jobs.create");
        assertThat(Operations.name(Method.GET, "/api/v1/jobs/{name}")).isEqualTo("jobs.show");
        assertThat(Operations.name(Method.POST, "/api/v1/jobs/{name}/trigger")).isEqualTo("jobs.trigger");
        assertThat(Operations.name(Method.DELETE, "/api/v1/jobs/{name}/dependencies"))
                .isEqualTo("jobs.dependencies.delete");
        assertThat(Operations.name(Method.GET, "/healthz")).isEqualTo("healthz");
    }
}
