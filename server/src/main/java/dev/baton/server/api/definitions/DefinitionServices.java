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
 * What the endpoints for definitions work with.
 *
 * @param all what all endpoints work with
 * @param dependencies the dependencies that were made through the API, as they are kept
 * @param named what definitions refer to by a name, as the configuration has it now
 * @param zone the zone of schedules that name none
 * @param clock tells the time
 * @param events is told what becomes of definitions
 * @param heavy lets few requests at a time do what takes long
 * @param pauses who paused what, and why
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
