package dev.baton.server.window;

import dev.baton.server.kind.WindowWork;
import dev.baton.server.window.WindowRule.Looker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows the states of the dependencies of jobs with a window. Safe from any thread. */
public final class WindowBadges {

    private final WindowRule rule;

    /** Creates badges by the rule that runs follow. */
    public WindowBadges(WindowRule rule) {
        this.rule = rule;
    }

    /**
     * The state of a dependency now.
     *
     * @param name the job or workflow
     * @param status its latest status within the window, {@code running}, or {@code missing}
     * @param holds whether a run that started now would accept it
     * @param finished the time of its end; null if it has not ended
     * @param execution the execution that ended; null if there is none
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

    /** A badge for each dependency of a job, in the order of the definition. */
    public List<Badge> of(String job, WindowWork work, Instant now) {
        return rule.look(work, new Looker(job, null, now)).stream()
                .map(Badge::of)
                .toList();
    }

    /** The end of the cooldown of a job; empty if it has none. */
    public Optional<Instant> cooledAt(String job, WindowWork work, Instant now) {
        return rule.cooledAt(work, new Looker(job, null, now));
    }
}
