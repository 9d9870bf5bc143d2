package dev.baton.internal.execution;

import dev.baton.policy.Overlap;

/**
 * A request for a permit.
 *
 * @param permit the place that is asked for
 * @param rank the lowest goes first
 * @param otherwise what to do when there is no room
 * @param again how it asks again after a restart, or that it asks for the first time
 */
public record GateRequest(Permit permit, long rank, Overlap.Mode otherwise, Again again) {

    /** Whether the request was made before a restart. */
    public enum Again {
        /** It was not. */
        FIRST,
        /** It was, and may have been waiting: nobody is refused or replaced for it. */
        WAITED,
        /** It was, and was let in: it is in even when that makes one too many. */
        WAS_IN
    }
}
