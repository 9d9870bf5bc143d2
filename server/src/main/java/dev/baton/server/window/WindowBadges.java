package dev.baton.server.window;

import dev.baton.Baton;
import dev.baton.Registered;
import dev.baton.jdbc.History;
import dev.baton.server.kind.WindowWork;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How the dependencies of jobs with a window stand, for those who look at such a job. Safe from any thread. */
public final class WindowBadges {

    private final PastRuns past;
    private final Baton baton;

    /** With what has happened, and what happens. */
    public WindowBadges(History history, Baton baton) {
        this.past = new PastRuns(history);
        this.baton = baton;
    }

    /**
     * How a dependency stands at this moment.
     *
     * @param name the job or workflow
     * @param status how it ended last within the window, {@code running}, or {@code missing}
     * @param holds whether that counts as a success
     * @param finished when it ended; null when it did not
     * @param execution what ended; null when nothing did
     */
    public record Badge(
            String name,
            String status,
            boolean holds,
            @Nullable Instant finished,
            @Nullable UUID execution) {}

    /** One for each dependency, in the order they are named. */
    public List<Badge> of(WindowWork work, Instant now) {
        Instant since = now.minus(work.look().window());
        return work.dependsOn().stream().map(name -> badge(name, since)).toList();
    }

    private Badge badge(String name, Instant since) {
        boolean workflow = baton.find(name).filter(Registered::isWorkflow).isPresent();
        if (workflow ? past.isActive(name) : baton.isRunning(name)) {
            return new Badge(name, "running", false, null, null);
        }
        Optional<LatestEnd> latest = workflow ? past.latestExecution(name, since) : past.latest(name, since);
        return latest.map(end -> new Badge(
                        name, end.status(), end.success(), end.at(), end.id().execution()))
                .orElseGet(() -> new Badge(name, "missing", false, null, null));
    }
}
