package dev.baton.server.api.insight;

import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.HistoryRun;
import dev.baton.jdbc.HistoryRuns;
import dev.baton.server.api.Services;
import dev.baton.server.api.runs.RunView;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.ListingOf;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The endpoint that searches names, ids and errors. */
final class SearchEndpoints {

    private static final int MOST = 20;
    private static final int FAILURES_LOOKED_AT = 300;
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private static final Parameter<String> TEXT = Parameter.text(
            "q",
            "The text to search for: a part of a name, title, tag or error, or the full id of an execution or run.");

    private final Services services;

    SearchEndpoints(Services services) {
        this.services = services;
    }

    /** The type of a search hit. */
    enum HitType {
        WORKFLOW,
        JOB,
        STEP,
        EXECUTION,
        RUN
    }

    /** A search hit. */
    @Doc("A search hit.")
    record HitView(
            @Doc("The type of the hit.") HitType type,
            @Doc("Its name, or its id.") String id,

            @Doc("Its title, or the name of what it belongs to.")
            String name,

            @Doc("Further details: a title, an error.") @Nullable String detail,

            @Doc("The status of a run or execution.") @Nullable String status,

            @Doc("The time of a run or execution.") @Nullable Instant time) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/search", Access.VIEWER, this::search)
                .operation("search")
                .about(
                        "Search",
                        "Searches jobs, workflows and steps, executions and runs by id, and the errors of the last "
                                + FAILURES_LOOKED_AT + " failed runs. The best hits first, " + MOST + " at most.")
                .query(TEXT)
                .gives(new ListingOf(HitView.class)));
    }

    private Response search(Request request) {
        String text = request.query(TEXT)
                .map(given -> given.strip().toLowerCase(Locale.ROOT))
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> ProblemException.badParameter(TEXT.name(), "it is missing or empty"));
        List<HitView> hits = new ArrayList<>(byId(text));
        hits.addAll(definitions(text));
        if (hits.size() < MOST) {
            hits.addAll(errors(text, MOST - hits.size()));
        }
        return Response.json(new Listing<>(hits.stream().limit(MOST).toList(), null));
    }

    private List<HitView> byId(String text) {
        int dot = text.indexOf('.');
        String execution = dot < 0 ? text : text.substring(0, dot);
        if (!UUID_TEXT.matcher(execution).matches()) {
            return List.of();
        }
        try {
            var found = services.baton().execution(UUID.fromString(execution));
            if (dot < 0) {
                return List.of(new HitView(
                        HitType.EXECUTION,
                        text,
                        found.name(),
                        null,
                        found.status().toString(),
                        found.started()));
            }
            var run = found.run(RunId.parse(text).number());
            return List.of(new HitView(
                    HitType.RUN,
                    text,
                    run.job(),
                    run.reason(),
                    run.status().toString(),
                    run.times().started()));
        } catch (NoSuchExecutionException | IllegalArgumentException none) {
            return List.of();
        }
    }

    private List<HitView> definitions(String text) {
        List<HitView> hits = new ArrayList<>();
        List<Entry> entries = services.catalog().all().stream()
                .sorted(Comparator.comparing((Entry entry) ->
                                !entry.name().toLowerCase(Locale.ROOT).startsWith(text))
                        .thenComparing(Entry::name))
                .toList();
        for (Entry entry : entries) {
            if (hits.size() < MOST && SummaryEndpoints.words(entry).contains(text)) {
                HitType type = entry instanceof WorkflowEntry ? HitType.WORKFLOW : HitType.JOB;
                hits.add(new HitView(
                        type, entry.name(), entry.name(), entry.spec().about().title(), null, null));
            }
        }
        for (Entry entry : entries) {
            if (hits.size() < MOST && entry instanceof WorkflowEntry workflow) {
                workflow.spec().steps().stream()
                        .filter(step -> step.name().toLowerCase(Locale.ROOT).contains(text))
                        .limit(MOST - hits.size())
                        .forEach(step -> hits.add(new HitView(
                                HitType.STEP,
                                workflow.name() + "/" + step.name(),
                                step.name(),
                                "a step of " + workflow.name(),
                                null,
                                null)));
            }
        }
        return hits;
    }

    private List<HitView> errors(String text, int most) {
        return services
                .history()
                .runs(HistoryRuns.newest(FAILURES_LOOKED_AT).in(Set.of(RunStatus.FAILURE, RunStatus.TIMEOUT)))
                .rows()
                .stream()
                .filter(run -> run.error() != null
                        && run.error().toLowerCase(Locale.ROOT).contains(text))
                .limit(most)
                .map(SearchEndpoints::hit)
                .toList();
    }

    private static HitView hit(HistoryRun run) {
        return new HitView(
                HitType.RUN,
                run.id().toString(),
                run.job(),
                RunView.firstLine(run.error()),
                run.status().toString(),
                run.finished());
    }
}
