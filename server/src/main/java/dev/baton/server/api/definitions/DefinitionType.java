package dev.baton.server.api.definitions;

import dev.baton.server.api.definitions.DefinitionView.DefinitionDetail;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Documented;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.spec.SpecWriter;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.Problem;
import dev.baton.server.store.ApiDefinitions;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The two types of definitions, and what differs between them for the API. */
enum DefinitionType {
    JOB(ApiDefinitions.Type.JOB),
    WORKFLOW(ApiDefinitions.Type.WORKFLOW);

    private final ApiDefinitions.Type kept;

    DefinitionType(ApiDefinitions.Type kept) {
        this.kept = kept;
    }

    static DefinitionType of(ApiDefinitions.Type kept) {
        boolean isWorkflow = kept == ApiDefinitions.Type.WORKFLOW || kept == ApiDefinitions.Type.ADHOC_WORKFLOW;
        return isWorkflow ? WORKFLOW : JOB;
    }

    ApiDefinitions.Type kept() {
        return kept;
    }

    /** {@code job}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@code /api/v1/jobs}. */
    String path() {
        return "/api/v1/" + word() + "s";
    }

    /** The schema of a body that defines one. */
    Endpoint.Document document() {
        String name = this == JOB ? "JobDefinition" : "WorkflowDefinition";
        return new Endpoint.Document(name, DefinitionSchema.of(word() + "s"));
    }

    /** The details of a definition. */
    Documented detail() {
        return new Documented(this == JOB ? "JobDetail" : "WorkflowDetail", DefinitionDetail.class, "spec", document());
    }

    boolean includes(Entry entry) {
        return this == JOB ? entry instanceof JobEntry : entry instanceof WorkflowEntry;
    }

    /**
     * Reads a definition from a request.
     *
     * @throws ProblemException with all problems
     */
    Entry read(SpecReader reader, JsonNode json) {
        return this == JOB
                ? valid(reader.job(json), spec -> new JobEntry(spec, Source.API))
                : valid(reader.workflow(json), spec -> new WorkflowEntry(spec, Source.API));
    }

    /** The problems of a definition; empty if there are none. */
    List<Problem> problems(SpecReader reader, JsonNode json) {
        return this == JOB ? reader.job(json).problems() : reader.workflow(json).problems();
    }

    private <S> Entry valid(Checked<S> checked, Function<S, Entry> entry) {
        if (checked instanceof Checked.Valid<S> valid) {
            return entry.apply(valid.value());
        }
        throw invalid(checked);
    }

    /** The answer to an invalid definition. */
    static ProblemException invalid(Checked<?> checked) {
        String first = checked.problems().get(0).toString();
        String detail = checked.total() == 1 ? first : first + " (and " + (checked.total() - 1) + " more: see errors)";
        return ProblemException.badRequest(
                detail,
                checked.problems().stream()
                        .limit(ValidateEndpoints.MOST_SHOWN)
                        .map(problem -> dev.baton.server.http.Problem.Mistake.at(
                                problem.place(), (problem.message() + " " + problem.hint()).strip()))
                        .toList());
    }

    static ObjectNode write(Entry entry) {
        return entry instanceof JobEntry job
                ? SpecWriter.write(job.spec())
                : SpecWriter.write(((WorkflowEntry) entry).spec());
    }
}
