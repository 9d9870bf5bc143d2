package dev.baton.server.api;

import dev.baton.Baton;
import dev.baton.jdbc.History;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.log.Logs;
import dev.baton.server.store.ApiDefinitions;

/**
 * The services of all endpoints.
 *
 * @param baton the engine
 * @param catalog the definitions
 * @param kept the stored definitions that were made through the API
 * @param history the history of executions and runs
 * @param logs the logs of runs
 * @param dispatcher the dispatcher of workers
 */
public record Services(
        Baton baton, Catalog catalog, ApiDefinitions kept, History history, Logs logs, Dispatcher dispatcher) {}
