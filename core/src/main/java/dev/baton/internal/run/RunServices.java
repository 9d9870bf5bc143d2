package dev.baton.internal.run;

import dev.baton.Interceptor;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.Keeper;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.List;

/**
 * The services that attempts need besides their execution.
 *
 * @param time the time
 * @param interceptors the interceptors around every body, from the outside in
 * @param stopGrace how long a body may take to stop
 * @param registry the registered jobs
 * @param keeper encodes outputs for the store
 * @param nesting starts executions that belong to runs
 */
public record RunServices(
        Time time,
        List<Interceptor> interceptors,
        Duration stopGrace,
        Registry registry,
        Keeper keeper,
        Nesting nesting) {}
