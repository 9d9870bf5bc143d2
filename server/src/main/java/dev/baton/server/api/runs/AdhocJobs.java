package dev.baton.server.api.runs;

import dev.baton.jdbc.HistoryExecutions;
import dev.baton.server.api.Services;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Json;
import dev.baton.server.http.Problem.Mistake;
import dev.baton.server.security.Actor;
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
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Jobs and workflows that were submitted with their definition, to run once. Each is stored like a definition made
 * through the API, so that it survives a restart, and removed a day after its execution has ended, or sooner if there
 * are very many. Safe from any thread.
 */
public final class AdhocJobs {

    /** How long a job is kept after its end, so that it can be retried. */
    private static final Duration KEPT = Duration.ofDays(1);

    /** The most jobs to keep, because nodes list all their jobs when they look for work. */
    private static final int MOST = 5_000;

    private static final String PREFIX = "adhoc-";
    private static final int SHORT_ID = 12;
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{" + SHORT_ID + "}");

    private final Services services;
    private final Supplier<References> references;
    private final int most;

    /**
     * The jobs of a server.
     *
     * @param references the names that a definition may refer to
     */
    public AdhocJobs(Services services, Supplier<References> references) {
        this(services, references, MOST);
    }

    AdhocJobs(Services services, Supplier<References> references, int most) {
        this.services = services;
        this.references = references;
        this.most = most;
    }

    /** Whether the job with this name was submitted to run once. */
    public static boolean isOne(String name) {
        return NAME.matcher(name).matches();
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
        json.put("id", PREFIX + UUID.randomUUID().toString().replace("-", "").substring(0, SHORT_ID));
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
        return services.kept()
                .find(name)
                .map(known -> Json.mapper()
                        .readTree(known.spec())
                        .equals(((ObjectNode)
                                        Json.mapper().readTree(Json.mapper().writeValueAsString(SpecWriter.write(job))))
                                .put("id", name)))
                .orElse(true);
    }

    /** Adds jobs, all of them in one transaction. */
    void addAll(List<JobSpec> jobs, Actor actor) {
        if (!jobs.isEmpty()) {
            services.kept()
                    .change(
                            jobs.stream()
                                    .map(job -> new ApiDefinitions.Wanted(
                                            job.name(),
                                            ApiDefinitions.Type.ADHOC,
                                            Json.mapper().writeValueAsString(SpecWriter.write(job))))
                                    .toList(),
                            List.of(),
                            actor);
            jobs.forEach(job -> services.catalog().put(new Entry.JobEntry(job, Entry.Source.API)));
        }
    }

    /** Removes jobs, all of them in one transaction. */
    void removeAll(Collection<String> names, Actor actor) {
        if (!names.isEmpty()) {
            names.forEach(services.catalog()::remove);
            services.kept().change(List.of(), List.copyOf(names), actor);
        }
    }

    void add(WorkflowSpec workflow, Actor actor) {
        String json = Json.mapper().writeValueAsString(SpecWriter.write(workflow));
        services.kept().put(workflow.name(), ApiDefinitions.Type.ADHOC_WORKFLOW, json, 0, actor);
        services.catalog().put(new Entry.WorkflowEntry(workflow, Entry.Source.API));
    }

    void remove(String name) {
        services.catalog().remove(name);
        services.kept().delete(name, null);
    }

    /** Removes jobs that are no longer needed, the oldest first. Called at intervals. */
    public void prune(Instant now) {
        List<ApiDefinitions.Definition> oldestFirst = services.kept().list().stream()
                .filter(definition -> definition.type().isAdhoc())
                .sorted(Comparator.comparing(ApiDefinitions.Definition::changedAt))
                .toList();
        int tooMany = oldestFirst.size() - most;
        for (ApiDefinitions.Definition definition : oldestFirst) {
            Instant lastNeeded = tooMany > 0 ? now : now.minus(KEPT);
            if (definition.changedAt().isBefore(lastNeeded) && isDone(definition.name(), lastNeeded)) {
                remove(definition.name());
                tooMany--;
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
