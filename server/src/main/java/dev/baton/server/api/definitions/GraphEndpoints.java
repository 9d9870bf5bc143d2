package dev.baton.server.api.definitions;

import dev.baton.server.api.runs.GraphView;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.graph.Layout;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;

/** The graphs of workflows. */
final class GraphEndpoints {

    private final Catalog catalog;
    private final WorkflowGraphs graphs;

    GraphEndpoints(Catalog catalog, Layout layout) {
        this.catalog = catalog;
        this.graphs = new WorkflowGraphs(layout);
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/workflows/{name}/graph", Access.VIEWER, this::graph)
                .about("Draw a workflow", "Returns the steps and dependencies, with positions for drawing.")
                .operation("workflows.graph")
                .gives(GraphView.class));
    }

    private Response graph(Request request) {
        WorkflowEntry entry =
                (WorkflowEntry) DefinitionEndpoints.find(catalog, DefinitionType.WORKFLOW, request.name("name"));
        return Response.json(graphs.draw(entry.spec()));
    }
}
