package dev.baton.server.api.runs;

import dev.baton.Submission;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.server.api.Services;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Json;
import dev.baton.server.http.Problem.Mistake;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.References;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.spec.SpecWriter;
import dev.baton.server.spec.WorkflowSpec;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Jobs and workflows that are submitted with their definition, to run once. The execution brings its definition along:
 * nothing else is stored. Safe from any thread.
 */
public final class AdhocJobs {

    /** How long a definition of an earlier version is kept after its end, so that it can be retried. */
    private static final Duration KEPT = Duration.ofDays(1);

    private final Services services;
    private final BroughtEntries brought;
    private final Supplier<References> references;

    /**
     * The jobs of a server.
     *
     * @param brought where they are found again
     * @param references the names that a definition may refer to
     */
    public AdhocJobs(Services services, BroughtEntries brought, Supplier<References> references) {
        this.services = services;
        this.brought = brought;
        this.references = references;
    }

    /**
     * Reads a definition.
     *
     * @param pointer its place in the request
     * @param mistakes the list to which problems are added; if there are any, the result must not be used
     */
    Checked<JobSpec> read(JsonNode described, String pointer, List<Mistake> mistakes) {
        ObjectNode json = named(described, pointer, mistakes);
        if (!(described instanceof ObjectNode)) {
            json.set("command", described);
        }
        Checked<JobSpec> read = new SpecReader(references.get()).job(json);
        note(read, pointer, mistakes);
        return read;
    }

    /** Reads a workflow in the same way. */
    Checked<WorkflowSpec> readWorkflow(JsonNode described, String pointer, List<Mistake> mistakes) {
        if (!(described instanceof ObjectNode)) {
            mistakes.add(Mistake.at(pointer, "must be the definition of a workflow, as an object"));
        }
        Checked<WorkflowSpec> read = new SpecReader(references.get()).workflow(named(described, pointer, mistakes));
        note(read, pointer, mistakes);
        return read;
    }

    private static ObjectNode named(JsonNode described, String pointer, List<Mistake> mistakes) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("id", BroughtEntries.newName());
        if (described instanceof ObjectNode object) {
            for (String refused : Set.of("id", "schedule")) {
                if (object.has(refused)) {
                    mistakes.add(
                            Mistake.at(pointer + "/" + refused, "what is submitted to run once has no " + refused));
                }
            }
            object.properties().stream()
                    .filter(field -> !field.getKey().equals("id"))
                    .forEach(field -> json.set(field.getKey(), field.getValue()));
        }
        return json;
    }

    private static void note(Checked<?> read, String pointer, List<Mistake> mistakes) {
        read.problems()
                .forEach(problem -> mistakes.add(Mistake.at(
                        pointer + inner(problem.place()), (problem.message() + " " + problem.hint()).trim())));
    }

    /** A problem of the whole definition is at the pointer itself. */
    private static String inner(String place) {
        return place.equals("/") ? "" : place;
    }

    /** Whether an earlier submission had the same definition; true if that one is no longer kept. */
    boolean isSame(String name, JobSpec job) {
        return services.catalog()
                .find(name)
                .map(known -> known instanceof Entry.JobEntry same
                        && SpecWriter.write(same.spec())
                                .equals(SpecWriter.write(job).put("id", name)))
                .orElse(true);
    }

    /** A submission that brings its definition along. */
    Submission submission(JobSpec job) {
        return brought.submission(new Entry.JobEntry(job, Entry.Source.API));
    }

    /** A submission that brings its definition along. */
    Submission submission(WorkflowSpec workflow) {
        return brought.submission(new Entry.WorkflowEntry(workflow, Entry.Source.API));
    }

    /**
     * Removes what an earlier version of the server stored as a definition, a day after its execution has ended. Called
     * at intervals.
     */
    public void prune(Instant now) {
        Instant lastNeeded = now.minus(KEPT);
        for (ApiDefinitions.Definition definition : services.kept().list()) {
            if (definition.type().isAdhoc()
                    && definition.changedAt().isBefore(lastNeeded)
                    && isDone(definition.name(), lastNeeded)) {
                services.catalog().remove(definition.name());
                services.kept().delete(definition.name(), null);
            }
        }
    }

    private boolean isDone(String name, Instant before) {
        List<ExecutionRecord> executions = services.history()
                .executions(HistoryExecutions.newest(10).named(Set.of(name)))
                .rows();
        return executions.stream().allMatch(execution -> {
            long ended = execution.state().ended();
            return ended != 0 && Time.toInstant(ended).isBefore(before);
        });
    }
}
