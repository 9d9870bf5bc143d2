package dev.baton;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A registered job or workflow, as it was at one moment.
 *
 * @param name what it is called
 * @param isWorkflow whether it is a workflow
 * @param isPaused whether it is paused
 * @param tags what it can be found by
 * @param schedule its schedule as written
 * @param nextFire its next fire, if the scheduler has started and one is to come
 */
public record Registered(
        String name,
        boolean isWorkflow,
        boolean isPaused,
        Set<String> tags,
        String schedule,
        Optional<Instant> nextFire) {}
