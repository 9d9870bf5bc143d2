package dev.baton.server.api.runs;

import dev.baton.Run;
import dev.baton.server.http.Doc;
import org.jspecify.annotations.Nullable;

/** The progress of a run or fan-out. */
@Doc("The progress.")
public record ProgressView(
        @Doc("From 0 to 1.") double fraction,
        @Doc("In words.") @Nullable String message) {

    /** The progress that a run reported; null if it reported none. */
    public static @Nullable ProgressView of(Run run) {
        return run.progress()
                .map(progress -> new ProgressView(progress.fraction(), progress.message()))
                .orElse(null);
    }

    /** The progress by the number of ended runs. */
    static ProgressView of(RunCounts counts) {
        return new ProgressView(counts.total() == 0 ? 1 : (double) counts.ended() / counts.total(), null);
    }
}
