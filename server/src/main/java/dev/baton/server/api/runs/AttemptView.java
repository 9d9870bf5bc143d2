package dev.baton.server.api.runs;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.server.http.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One try of a run. */
@Doc("One try of a run.")
public record AttemptView(
        @Doc("Which, from 1.") int number,
        @Doc("When it started.") Instant started,

        @Doc("When it ended.") @Nullable Instant finished,
        @Doc("How it ended, or that it runs.") RunStatus status,

        @Doc("Why, in a line.") @Nullable String reason) {

    /** As the engine has it. */
    public static AttemptView of(Run.Attempt attempt) {
        return new AttemptView(
                attempt.number(),
                attempt.started(),
                attempt.finished(),
                attempt.status(),
                attempt.reason().isEmpty() ? null : attempt.reason());
    }
}
