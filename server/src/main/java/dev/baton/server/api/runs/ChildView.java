package dev.baton.server.api.runs;

import dev.baton.RunStatus;
import dev.baton.server.http.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run that belongs to another one. */
@Doc("A run that belongs to another one: for an item of a fan-out, its reducer, or a step of a workflow in a workflow.")
record ChildView(
        @Doc("Its id.") String id,
        @Doc("The job's name.") String job,
        @Doc("What it is to the fan-out.") @Nullable RunRole role,

        @Doc("The place of its item in the list, from 0.") @Nullable Integer index,

        @Doc("Its item.") @Nullable Object item,
        @Doc("Where it is.") RunStatus status,
        @Doc("Why it is there, in words.") @Nullable String reason,

        @Doc("The current or last attempt, from 1; 0 before the first.")
        int attempt,

        @Doc("When the current or last attempt started.") @Nullable Instant started,

        @Doc("When it ended.") @Nullable Instant finished) {}
