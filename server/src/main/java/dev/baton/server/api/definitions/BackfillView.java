package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The executions that a backfill starts, or would start.
 *
 * @param id its id
 * @param dryRun whether nothing was started
 * @param count how many fires there are
 * @param fires the fires, the earliest first
 */
@Doc("The executions that a backfill starts, or would start.")
public record BackfillView(
        @Doc("Its id; the same request with this id starts nothing twice.")
        String id,

        @Doc("Whether nothing was started.") boolean dryRun,
        @Doc("The number of fires.") int count,
        @Doc("The fires, the earliest first.") List<BackfillFire> fires) {

    /**
     * A fire of a backfill.
     *
     * @param scheduledTime its scheduled time
     * @param execution the execution; null in a dry run
     */
    @Doc("A fire of a backfill.")
    public record BackfillFire(
            @Doc("Its scheduled time.") Instant scheduledTime,

            @Doc("The execution; missing in a dry run.") @Nullable UUID execution) {}
}
