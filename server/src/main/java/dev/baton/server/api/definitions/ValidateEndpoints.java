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

/** Checking definitions without defining anything. */
final class ValidateEndpoints {

    /** More than anybody reads at once. */
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
    @Doc("What to check: one of these.")
    public record ValidateRequest(
            @Doc("A configuration file, in TOML. Variables of the environment count as not set.") @Nullable String toml,

            @Doc("A job, as for POST /api/v1/jobs.") @Nullable JsonNode job,

            @Doc("A workflow, as for POST /api/v1/workflows.") @Nullable JsonNode workflow) {}

    /** The mistakes that were found. */
    @Doc("What is wrong about something that was checked.")
    public record ValidateView(
            @Doc("Whether nothing is wrong.") boolean ok,
            @Doc("How many mistakes there are in all.") int total,

            @Doc("What is wrong, by line, " + MOST_SHOWN + " mistakes at most.")
            List<ValidateProblem> problems) {

        static ValidateView of(List<Problem> problems, int total) {
            return new ValidateView(
                    problems.isEmpty(),
                    total,
                    problems.stream().limit(MOST_SHOWN).map(ValidateProblem::of).toList());
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
                                        + " may be the body itself. 422 when it is too large for the memory of the"
                                        + " server; few are checked at a time, in turns by caller: 429 when too many"
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
