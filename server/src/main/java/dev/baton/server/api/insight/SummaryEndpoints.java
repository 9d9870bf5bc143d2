package dev.baton.server.api.insight;

import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.api.definitions.DefinitionView;
import dev.baton.server.api.definitions.DefinitionViews;
import dev.baton.server.api.insight.Bars.BarView;
import dev.baton.server.api.insight.Pauses.PauseView;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The endpoint that lists jobs and workflows with their last executions. */
final class SummaryEndpoints {

    private static final int USUAL_BARS = 25;
    private static final int MOST_BARS = 100;

    /** Each definition takes several queries. */
    private static final int MOST_ON_A_PAGE = 100;

    private static final Parameter<String> NAME = Parameter.name("name", "Only this job or workflow; may be repeated.");
    private static final Parameter<DefinitionKind> TYPE =
            Parameter.oneOf("type", DefinitionKind.class, "Only jobs, or only workflows.");
    private static final Parameter<String> TEXT =
            Parameter.text("q", "Only definitions with this text in their name, title, description or tags.");
    private static final Parameter<String> TAG = Parameter.text("tag", "Only definitions with this tag.");
    private static final Parameter<Boolean> PAUSED =
            Parameter.bool("paused", "Only paused definitions, or only those that are not paused.");
    private static final Parameter<Integer> RECENT = Parameter.integer(
            "recent", 0, MOST_BARS, "The number of executions of each definition; " + USUAL_BARS + " when missing.");

    private final DefinitionServices services;
    private final DefinitionViews definitions;
    private final Usual usual;
    private final Approvals approvals;
    private final Pauses pauses;
    private final Bars bars;

    SummaryEndpoints(DefinitionServices services, Usual usual, Approvals approvals, Pauses pauses, Bars bars) {
        this.services = services;
        this.definitions = new DefinitionViews(services);
        this.usual = usual;
        this.approvals = approvals;
        this.pauses = pauses;
        this.bars = bars;
    }

    /** The types of definitions. */
    enum DefinitionKind {
        JOB,
        WORKFLOW
    }

    /** A job or workflow, with its last executions. */
    @Doc("A job or workflow, with its last executions.")
    record SummaryView(
            @Doc("Whether it is a job or a workflow.") DefinitionKind type,
            @Doc("The definition.") DefinitionView definition,

            @Doc("Its newest executions, the newest first.") List<BarView> recent,

            @Doc("The usual duration of an execution: the median of its last successes; missing if there is none.")
            @Nullable Duration usual,

            @Doc("The number of its pending approvals.") int asks,

            @Doc("Its pause; missing if it is not paused, or the file paused it.") @Nullable PauseView pause) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/definitions", Access.VIEWER, this::list)
                .operation("definitions.list")
                .about(
                        "List jobs and workflows with their last executions",
                        "By name, " + MOST_ON_A_PAGE
                                + " on a page at most. Jobs and workflows that were submitted to run once are left out.")
                .givesListOf(SummaryView.class)
                .query(NAME, TYPE, TEXT, TAG, PAUSED, RECENT));
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        String after = cursor == null ? "" : cursor.text(0);
        int limit = Math.min(request.limit(), MOST_ON_A_PAGE);
        int recent = request.query(RECENT).orElse(USUAL_BARS);
        List<Entry> page = services.all().catalog().all().stream()
                .filter(entry -> entry.name().compareTo(after) > 0)
                .filter(entry -> fits(entry, request))
                .sorted(Comparator.comparing(Entry::name))
                .limit(limit + 1L)
                .toList();
        List<ApprovalView> waiting = approvals.waiting();
        List<Entry> shown = page.stream().limit(limit).toList();
        Function<Entry, DefinitionView> views = definitions.of(shown);
        Map<String, List<BarView>> newest =
                recent == 0 ? Map.of() : bars.of(shown.stream().map(Entry::name).collect(Collectors.toSet()), recent);
        return Response.json(Listing.of(
                page,
                limit,
                entry -> Cursor.of(entry.name()),
                entry -> view(entry, views.apply(entry), newest.getOrDefault(entry.name(), List.of()), waiting)));
    }

    private boolean fits(Entry entry, Request request) {
        Set<String> names = request.queryAll(NAME).stream().collect(Collectors.toSet());
        DefinitionKind type = request.queryOrNull(TYPE);
        String text = request.query(TEXT).orElse("").toLowerCase(Locale.ROOT);
        String tag = request.queryOrNull(TAG);
        Boolean paused = request.queryOrNull(PAUSED);
        return (names.isEmpty() || names.contains(entry.name()))
                && (type == null || type == kind(entry))
                && (text.isEmpty() || words(entry).contains(text))
                && (tag == null || entry.spec().about().tags().contains(tag))
                && (paused == null || paused == isPaused(entry));
    }

    /** The searchable text of a definition, in lower case. */
    static String words(Entry entry) {
        return (entry.name()
                        + ' '
                        + entry.spec().about().title()
                        + ' '
                        + entry.spec().about().description()
                        + ' '
                        + String.join(" ", entry.spec().about().tags()))
                .toLowerCase(Locale.ROOT);
    }

    private boolean isPaused(Entry entry) {
        return services.all()
                .baton()
                .find(entry.name())
                .map(registered -> registered.isPaused())
                .orElse(false);
    }

    static DefinitionKind kind(Entry entry) {
        return entry instanceof WorkflowEntry ? DefinitionKind.WORKFLOW : DefinitionKind.JOB;
    }

    private SummaryView view(Entry entry, DefinitionView definition, List<BarView> recent, List<ApprovalView> waiting) {
        return new SummaryView(
                kind(entry),
                definition,
                recent,
                usual.of(entry.name()).whole(),
                (int) waiting.stream()
                        .filter(asks -> asks.name().equals(entry.name()))
                        .count(),
                definition.paused() ? pauses.of(entry.name(), entry instanceof WorkflowEntry) : null);
    }
}
