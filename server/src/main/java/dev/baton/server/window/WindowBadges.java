package dev.baton.server.window;

import dev.baton.server.kind.WindowWork;
import dev.baton.server.window.WindowRule.Looker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How the dependencies of jobs with a window stand, for people who look at such a job. Safe from any thread. */
public final class WindowBadges {

    private final WindowRule rule;

    /** With the rule that runs follow. */
    public WindowBadges(WindowRule rule) {
        this.rule = rule;
    }

    /**
     * How a dependency stands at this moment.
     *
     * @param name the job or workflow
     * @param status how it ended last within the window, {@code running}, or {@code missing}
     * @param holds whether a run that looked now would go on with it
     * @param finished when it ended; null when it did not
     * @param execution what ended; null when nothing did
     */
    public record Badge(
            String name,
            String status,
            boolean holds,
            @Nullable Instant finished,
            @Nullable UUID execution) {

        private static Badge of(Sight sight) {
            boolean holds = sight instanceof Sight.Succeeded;
            return sight.end()
                    .map(end -> new Badge(
                            sight.dependency(),
                            end.status(),
                            holds,
                            end.at(),
                            end.id().execution()))
                    .orElseGet(() -> new Badge(
                            sight.dependency(),
                            sight instanceof Sight.Running ? "running" : "missing",
                            holds,
                            null,
                            null));
        }
    }

    /** One for each dependency of a job, in the order in which they are named. */
    public List<Badge> of(String job, WindowWork work, Instant now) {
        return rule.look(work, new Looker(job, null, now)).stream()
                .map(Badge::of)
                .toList();
    }

    /** Until when a job does not look again; empty when it looks the next time it fires. */
    public Optional<Instant> cooledAt(String job, WindowWork work, Instant now) {
        return rule.cooledAt(work, new Looker(job, null, now));
    }
}
