package dev.baton;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A registered job or workflow, as it was at one moment.
 *
 * <pre>{@code
 * List<Registered> paused = baton.list(Registered::isPaused);
 * }</pre>
 *
 * @param name the name
 * @param isWorkflow whether it is a workflow
 * @param isPaused whether it is paused
 * @param tags tags, by which programs find it
 * @param schedule its schedule as written
 * @param nextFire its next fire, if the scheduler has started and the schedule fires again
 */
public record Registered(
        String name,
        boolean isWorkflow,
        boolean isPaused,
        Set<String> tags,
        String schedule,
        Optional<Instant> nextFire) {}
