package dev.baton.server.api.definitions;

import dev.baton.server.graph.Layout;
import dev.baton.server.http.Endpoint;
import java.util.ArrayList;
import java.util.List;

/** All endpoints for definitions. */
public final class DefinitionApi {

    private final DefinitionServices services;
    private final ApiDefiner definer;
    private final Layout layout;

    /**
     * @param layout draws graphs; shared with other endpoints
     */
    public DefinitionApi(DefinitionServices services, ApiDefiner definer, Layout layout) {
        this.services = services;
        this.definer = definer;
        this.layout = layout;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        List<Endpoint> table = new ArrayList<>();
        for (DefinitionType type : DefinitionType.values()) {
            table.addAll(new DefinitionEndpoints(type, services, definer).endpoints());
            table.addAll(new ControlEndpoints(type, services).endpoints());
            table.addAll(new BackfillEndpoints(type, services).endpoints());
        }
        table.addAll(new DependencyEndpoints(services, definer).endpoints());
        table.addAll(new GraphEndpoints(services.all().catalog(), layout).endpoints());
        table.addAll(new StepEndpoints(services).endpoints());
        table.addAll(new GridEndpoints(services.all(), services.heavy()).endpoints());
        table.add(new ApplyEndpoint(services, definer).endpoint());
        table.addAll(new ValidateEndpoints(services, definer).endpoints());
        table.addAll(new PreviewEndpoints(services, definer, layout).endpoints());
        table.addAll(new CronEndpoints(services).endpoints());
        table.addAll(new FireEndpoints(services).endpoints());
        table.addAll(new ScheduleEndpoints(services).endpoints());
        table.addAll(new SimulateEndpoints(services).endpoints());
        return List.copyOf(table);
    }
}
