package dev.baton.server.api.definitions;

import dev.baton.error.BatonException;
import dev.baton.error.StoreFailedException;
import dev.baton.server.api.HeavyRequests;
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
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.DocumentTooLargeException;
import dev.baton.server.spec.document.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoints that validate definitions, and the schema. */
final class ValidateEndpoints {

    /** People read no more problems than this at once. */
    static final int MOST_SHOWN = 100;

    private final ApiDefiner definer;
    private final Catalog catalog;
    private final HeavyRequests heavy;

    ValidateEndpoints(DefinitionServices services, ApiDefiner definer) {
        this.definer = definer;
        this.catalog = services.all().catalog();
        this.heavy = services.heavy();
    }

    /** The request: one of these fields. */
    @Doc("The text or definition to validate: one of these.")
    public record ValidateRequest(
            @Doc("A configuration file in TOML. Environment variables count as not set.") @Nullable String toml,

            @Doc("A job, as for POST /api/v1/jobs.") @Nullable JsonNode job,

            @Doc("A workflow, as for POST /api/v1/workflows.") @Nullable JsonNode workflow) {}

    /** The problems that were found. */
    @Doc("The result of a validation.")
    public record ValidateView(
            @Doc("Whether there are no problems.") boolean ok,
            @Doc("The number of problems.") int total,

            @Doc("The problems by line, at most " + MOST_SHOWN + ".")
            List<ValidateProblem> problems) {

        static ValidateView of(List<Problem> problems, int total) {
            return new ValidateView(
                    problems.isEmpty(),
                    total,
                    problems.stream().limit(MOST_SHOWN).map(ValidateProblem::of).toList());
        }
    }

    /** A problem. */
    @Doc("A problem in a definition.")
    public record ValidateProblem(
            @Doc("The place: a line of the file, or a JSON pointer.")
            String place,

            @Doc("The definition; empty for the whole text.")
            String path,

            @Doc("The problem.") String message,

            @Doc("The remedy; empty if the message contains it.")
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
                                "Reports all problems, always with status 200, and defines nothing. The body may be a TOML file"
                                        + " itself. 422 if the text is too large for the memory of the"
                                        + " server. Few validations run at a time, in turns by client: 429 if too many"
                                        + " wait.")
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
        ValidateRequest wanted = file.map(toml -> new ValidateRequest(toml, null, null))
                .orElseGet(() -> request.body(ValidateRequest.class));
        long given = Stream.of(wanted.toml() != null, wanted.job() != null, wanted.workflow() != null)
                .filter(Boolean::booleanValue)
                .count();
        if (given != 1) {
            throw ProblemException.badField("", "give one of toml, job and workflow, not " + given);
        }
        return Response.json(heavy.inTurn(request.actor(), "checks of definitions", () -> check(wanted)));
    }

    private ValidateView check(ValidateRequest wanted) {
        try {
            if (wanted.toml() != null) {
                Checked<?> read = ConfigLoader.ofRequest(definer.names()).parse("toml", wanted.toml());
                return ValidateView.of(read.problems(), read.total());
            }
            List<Problem> problems = wanted.job() != null
                    ? problems(DefinitionType.JOB, wanted.job())
                    : problems(DefinitionType.WORKFLOW, Objects.requireNonNull(wanted.workflow()));
            return ValidateView.of(problems, problems.size());
        } catch (DocumentTooLargeException e) {
            throw ProblemException.tooMuch(String.valueOf(e.getMessage()));
        }
    }

    private List<Problem> problems(DefinitionType type, JsonNode json) {
        List<Problem> problems = type.problems(definer.reader(), json);
        if (!problems.isEmpty()) {
            return problems;
        }
        try {
            catalog.check(type.read(definer.reader(), json));
            return List.of();
        } catch (StoreFailedException e) {
            throw e;
        } catch (BatonException | IllegalArgumentException e) {
            return List.of(new Problem("/", type.word(), String.valueOf(e.getMessage()), ""));
        }
    }
}
