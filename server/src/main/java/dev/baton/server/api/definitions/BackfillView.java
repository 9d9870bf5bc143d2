package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a backfill starts, or would start.
 *
 * @param id its id
 * @param dryRun whether nothing was started
 * @param count how many fires there are
 * @param fires the fires, the earliest first
 */
@Doc("What a backfill starts, or would start.")
public record BackfillView(
        @Doc("Its id; the same request with this id starts nothing twice.")
        String id,

        @Doc("Whether nothing was started.") boolean dryRun,
        @Doc("How many fires there are.") int count,
        @Doc("The fires, the earliest first.") List<BackfillFire> fires) {

    /**
     * A fire that is made up for.
     *
     * @param scheduledTime the time it is for
     * @param execution the execution; null in a dry run
     */
    @Doc("A fire that is made up for.")
    public record BackfillFire(
            @Doc("The time it is for.") Instant scheduledTime,

            @Doc("The execution; missing in a dry run.") @Nullable UUID execution) {}
}
