package dev.baton.server.api.definitions;

import dev.baton.error.BatonException;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.SpecSchema;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Effect;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.spec.document.Problem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checking definitions without defining anything. */
final class ValidateEndpoints {

    private final ApiDefiner definer;
    private final Catalog catalog;

    ValidateEndpoints(DefinitionServices services, ApiDefiner definer) {
        this.definer = definer;
        this.catalog = services.all().catalog();
    }

    /** What to check: one of these. */
    @Doc("What to check: one of these.")
    public record ValidateRequest(
            @Doc("A configuration file, in TOML. Variables of the environment count as not set.") @Nullable String toml,

            @Doc("A job, as for POST /api/v1/jobs.") @Nullable JsonNode job,

            @Doc("A workflow, as for POST /api/v1/workflows.") @Nullable JsonNode workflow) {}

    /** What is wrong. */
    @Doc("What is wrong about something that was checked.")
    public record ValidateView(
            @Doc("Whether nothing is wrong.") boolean ok,
            @Doc("Everything that is wrong.") List<ValidateProblem> problems) {

        static ValidateView of(List<Problem> problems) {
            return new ValidateView(
                    problems.isEmpty(),
                    problems.stream().map(ValidateProblem::of).toList());
        }
    }

    /** A mistake. */
    @Doc("A mistake in a definition.")
    public record ValidateProblem(
            @Doc("Where: a line of the file, or a JSON pointer.")
            String place,

            @Doc("What it belongs to; empty for the whole.") String path,
            @Doc("What is wrong.") String message,

            @Doc("What to do about it; empty when the message says it.")
            String hint) {

        static ValidateProblem of(Problem problem) {
            return new ValidateProblem(problem.place(), problem.path(), problem.message(), problem.hint());
        }
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/api/v1/validate", Access.VIEWER, this::validate)
                        .about(
                                "Check definitions",
                                "Says everything that is wrong, with 200 in any case, and defines nothing. A file in TOML"
                                        + " may be the body itself.")
                        .operation("validate")
                        .effect(Effect.NONE)
                        .takes(ValidateRequest.class)
                        .takesText("application/toml", "text/plain")
                        .gives(ValidateView.class),
                Endpoint.get("/api/v1/schema", Access.VIEWER, request -> Response.json(SpecSchema.json()))
                        .about("The schema of the configuration", "A JSON Schema, for editors.")
                        .operation("schema")
                        .gives(JsonNode.class));
    }

    private Response validate(Request request) {
        Optional<String> file = request.text().filter(text -> !text.isEmpty());
        if (file.isPresent()) {
            return Response.json(ValidateView.of(problems(file.get())));
        }
        ValidateRequest wanted = request.body(ValidateRequest.class);
        long given = Stream.of(wanted.toml() != null, wanted.job() != null, wanted.workflow() != null)
                .filter(Boolean::booleanValue)
                .count();
        if (given != 1) {
            throw ProblemException.badField("", "give one of toml, job and workflow, not " + given);
        }
        return Response.json(ValidateView.of(problems(wanted)));
    }

    private List<Problem> problems(ValidateRequest wanted) {
        if (wanted.toml() != null) {
            return problems(wanted.toml());
        }
        return wanted.job() != null
                ? problems(DefinitionType.JOB, wanted.job())
                : problems(DefinitionType.WORKFLOW, Objects.requireNonNull(wanted.workflow()));
    }

    /** Without the environment: it holds secrets, which a message about a value would tell. */
    private List<Problem> problems(String toml) {
        return new ConfigLoader(Map.of(), definer.names()).parse("toml", toml).problems();
    }

    private List<Problem> problems(DefinitionType type, JsonNode json) {
        List<Problem> problems = type.problems(definer.reader(), json);
        if (!problems.isEmpty()) {
            return problems;
        }
        try {
            catalog.check(type.read(definer.reader(), json));
            return List.of();
        } catch (BatonException | IllegalArgumentException e) {
            return List.of(new Problem("/", type.word(), String.valueOf(e.getMessage()), ""));
        }
    }
}
