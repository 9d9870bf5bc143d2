package dev.baton.internal.run;

import dev.baton.Interceptor;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.Keeper;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.List;

/**
 * What attempts need besides their execution.
 *
 * @param time the time
 * @param interceptors what is around every body, from the outside in
 * @param stopGrace how long a body that was told to stop may take over it
 * @param registry the registered jobs
 * @param keeper turns outputs into what is kept
 * @param nesting starts executions that belong to runs
 */
public record RunServices(
        Time time,
        List<Interceptor> interceptors,
        Duration stopGrace,
        Registry registry,
        Keeper keeper,
        Nesting nesting) {}
