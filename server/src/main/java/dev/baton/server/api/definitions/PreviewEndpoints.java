package dev.baton.server.api.definitions;

import dev.baton.schedule.Schedule;
import dev.baton.server.api.definitions.DefinitionView.ScheduleView;
import dev.baton.server.api.definitions.ValidateEndpoints.ValidateProblem;
import dev.baton.server.api.runs.GraphView;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.graph.Layout;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Effect;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.DocumentTooLargeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoint that previews a TOML text for an editor: its problems, graphs and next fires. Defines nothing. */
final class PreviewEndpoints {

    private static final int FIRES = 5;

    /** More than an editor has room for; the rest of a long file is checked, but not drawn. */
    private static final int MOST_DEFINITIONS = 50;

    private final DefinitionServices services;
    private final ApiDefiner definer;
    private final WorkflowGraphs graphs;

    PreviewEndpoints(DefinitionServices services, ApiDefiner definer, Layout layout) {
        this.services = services;
        this.definer = definer;
        this.graphs = new WorkflowGraphs(layout);
    }

    /** The request of a preview. */
    @Doc("The text to preview.")
    record PreviewRequest(
            @Doc("Jobs and workflows in TOML, as in a configuration file. Environment variables count as not set.")
            String toml) {}

    /** The result of a preview. */
    @Doc("The definitions of a text, or its problems.")
    record PreviewView(
            @Doc("All problems.") List<ValidateProblem> problems,

            @Doc("The definitions; empty if there are problems.")
            List<Previewed> definitions) {}

    /** A job or workflow of the text. */
    @Doc("A job or workflow of the text.")
    record Previewed(
            @Doc("job or workflow.") String type,
            @Doc("Its name.") String name,

            @Doc("The definition, as for PUT /api/v1/jobs/{name}.")
            JsonNode spec,

            @Doc("Its schedule.") ScheduleView schedule,

            @Doc("Its next fires, at most five, without regard to calendars.")
            List<Instant> fires,

            @Doc("Its graph; missing for a job.") @Nullable GraphView graph) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/api/v1/preview", Access.VIEWER, this::preview)
                .operation("preview")
                .about(
                        "Preview the definitions of a text",
                        "Returns the problems with their lines, or else the jobs and workflows with graphs and next fires."
                                + " Defines nothing.")
                .effect(Effect.NONE)
                .takes(PreviewRequest.class)
                .gives(PreviewView.class));
    }

    private Response preview(Request request) {
        String toml = request.body(PreviewRequest.class).toml();
        return Response.json(services.heavy().inTurn(request.actor(), "previews of definitions", () -> preview(toml)));
    }

    private PreviewView preview(String toml) {
        Checked<Configuration> file = read(toml);
        if (!file.problems().isEmpty()) {
            return new PreviewView(
                    file.problems().stream()
                            .limit(ValidateEndpoints.MOST_SHOWN)
                            .map(ValidateProblem::of)
                            .toList(),
                    List.of());
        }
        List<Entry> entries = new ArrayList<>();
        file.orThrow().definitions().workflows().forEach(spec -> entries.add(new WorkflowEntry(spec, Source.API)));
        file.orThrow().definitions().jobs().forEach(spec -> entries.add(new JobEntry(spec, Source.API)));
        return new PreviewView(
                List.of(),
                entries.stream().limit(MOST_DEFINITIONS).map(this::previewed).toList());
    }

    private Checked<Configuration> read(String toml) {
        try {
            return ConfigLoader.ofRequest(definer.names()).parse("toml", toml);
        } catch (DocumentTooLargeException e) {
            throw ProblemException.tooMuch(String.valueOf(e.getMessage()));
        }
    }

    private Previewed previewed(Entry entry) {
        Schedule schedule = DefinitionViews.schedule(entry, services.zone());
        Instant now = services.clock().instant();
        List<Instant> fires = schedule.next(now, FIRES);
        return new Previewed(
                entry instanceof WorkflowEntry ? "workflow" : "job",
                entry.name(),
                DefinitionType.write(entry),
                new ScheduleView(
                        schedule.text(),
                        Zones.named(schedule.zone()),
                        schedule.describe(),
                        fires.isEmpty() ? null : fires.get(0)),
                fires,
                entry instanceof WorkflowEntry workflow ? graphs.draw(workflow.spec()) : null);
    }
}
