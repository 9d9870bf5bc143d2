package dev.baton.server.api.definitions;

import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.catalog.DefinitionEvents;
import dev.baton.server.config.Configuration;
import dev.baton.server.store.ApiDependencies;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.window.WindowRule;
import java.time.Clock;
import java.time.ZoneId;
import java.util.function.Supplier;

/**
 * The services of the endpoints for definitions.
 *
 * @param all the services of all endpoints
 * @param dependencies the stored dependencies that were made through the API
 * @param named the parts of the current configuration that definitions refer to by name
 * @param zone the zone of schedules that name none
 * @param clock the clock
 * @param events publishes changes of definitions
 * @param heavy limits the number of concurrent heavy requests
 * @param pauses the notes about pauses
 * @param windows the rule of windows
 */
public record DefinitionServices(
        Services all,
        ApiDependencies dependencies,
        Supplier<Configuration.Named> named,
        ZoneId zone,
        Clock clock,
        DefinitionEvents events,
        HeavyRequests heavy,
        PauseNotes pauses,
        WindowRule windows) {}
