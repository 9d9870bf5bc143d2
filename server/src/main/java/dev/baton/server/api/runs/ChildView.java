package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.server.http.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A child run. */
@Doc("A child run: for an item of a fan-out, its reducer, or a step of a nested workflow.")
record ChildView(
        @Doc("Its id.") String id,
        @Doc("The job's name.") String job,
        @Doc("Its role in the fan-out.") @Nullable RunRole role,

        @Doc("The index of its item in the list, from 0.") @Nullable Integer index,

        @Doc("Its item.") @Nullable Object item,
        @Doc("Its status.") RunStatus status,
        @Doc("The reason for its status.") @Nullable String reason,

        @Doc("The current or last attempt, from 1; 0 before the first.")
        int attempt,

        @Doc("When the current or last attempt started.") @Nullable Instant started,

        @Doc("When it ended.") @Nullable Instant finished) {}
