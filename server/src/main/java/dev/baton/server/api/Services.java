package dev.baton.server.api;

import dev.baton.Baton;
import dev.baton.jdbc.History;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.log.RunLogs;
import dev.baton.server.store.ApiDefinitions;

/**
 * What endpoints work with.
 *
 * @param baton the engine
 * @param catalog what is defined
 * @param kept what was defined through the API, as it is kept
 * @param history what has happened
 * @param logs what runs printed
 * @param dispatcher the workers and what they are at
 */
public record Services(
        Baton baton, Catalog catalog, ApiDefinitions kept, History history, RunLogs logs, Dispatcher dispatcher) {}
