package dev.baton.server.api.runs;

import dev.baton.Run;
import dev.baton.server.http.Doc;
import org.jspecify.annotations.Nullable;

/** How far something is. */
@Doc("How far it is.")
public record ProgressView(
        @Doc("From 0 to 1.") double fraction,
        @Doc("In words.") @Nullable String message) {

    /** As a run said; null when it said nothing. */
    public static @Nullable ProgressView of(Run run) {
        return run.progress()
                .map(progress -> new ProgressView(progress.fraction(), progress.message()))
                .orElse(null);
    }

    /** By how much of it has ended. */
    static ProgressView of(RunCounts counts) {
        return new ProgressView(counts.total() == 0 ? 1 : (double) counts.ended() / counts.total(), null);
    }
}
