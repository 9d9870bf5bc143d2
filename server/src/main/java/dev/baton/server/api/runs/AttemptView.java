package dev.baton.server.api.runs;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.server.http.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An attempt of a run. */
@Doc("An attempt of a run.")
public record AttemptView(
        @Doc("Which, from 1.") int number,
        @Doc("When it started.") Instant started,

        @Doc("When it ended.") @Nullable Instant finished,
        @Doc("Its status.") RunStatus status,

        @Doc("The reason for its status, in one line.") @Nullable String reason) {

    /** The view of an attempt in the engine. */
    public static AttemptView of(Run.Attempt attempt) {
        return new AttemptView(
                attempt.number(),
                attempt.started(),
                attempt.finished(),
                attempt.status(),
                attempt.reason().isEmpty() ? null : attempt.reason());
    }
}
