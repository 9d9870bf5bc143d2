package dev.baton.internal.run;

import dev.baton.RunStatus;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.RunDetails;
import dev.baton.spi.Codec;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt that another node made.
 *
 * @param end the status it ended with
 * @param why the reason for that status
 * @param details its log, progress and checkpoint; and, as they are kept with a run, its failure, words and added steps
 * @param output the value that the body returned
 */
public record Outcome(RunStatus end, EndReason why, RunDetails details, Codec.@Nullable Encoded output) {

    @Nullable Failure failure() {
        return details.failure();
    }

    @Nullable String words() {
        return details.words();
    }

    @Nullable AddedSteps added() {
        return details.added();
    }
}
