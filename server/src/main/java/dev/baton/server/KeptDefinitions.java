package dev.baton.server;

import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.store.ApiDefinitions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Brings what was made through the API, and kept, into the catalog again. */
final class KeptDefinitions {

    private static final Logger LOG = LoggerFactory.getLogger(KeptDefinitions.class);

    private KeptDefinitions() {}

    /** One that cannot be used any longer, because of what the file says now, is left out and stays kept. */
    static void load(ApiDefinitions kept, Catalog catalog, Configuration configuration) {
        SpecReader reader = new SpecReader(configuration.named().references(catalog.names()));
        for (ApiDefinitions.Definition definition : kept.list()) {
            try {
                catalog.put(entry(reader, definition));
            } catch (RuntimeException e) {
                LOG.error("{}, made through the API, cannot be used: {}", definition.name(), e.getMessage());
            }
        }
    }

    private static Entry entry(SpecReader reader, ApiDefinitions.Definition definition) {
        JsonNode spec = Json.mapper().readTree(definition.spec());
        return definition.type() == ApiDefinitions.Type.WORKFLOW
                ? new WorkflowEntry(reader.workflow(spec).orThrow(), Entry.Source.API)
                : new JobEntry(reader.job(spec).orThrow(), Entry.Source.API);
    }
}
