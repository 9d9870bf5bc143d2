package dev.baton.internal.execution;

import dev.baton.policy.Overlap;

/**
 * A request for a permit.
 *
 * @param permit the permit that is requested
 * @param rank the rank; the lowest goes first
 * @param otherwise what happens if there is no room
 * @param again whether the request repeats one from before a restart
 */
public record GateRequest(Permit permit, long rank, Overlap.Mode otherwise, Again again) {

    /** Whether the request was made before a restart. */
    public enum Again {
        /** The request is made for the first time. */
        FIRST,
        /** The request was made before and may have been waiting: none is refused or replaced for it. */
        WAITED,
        /** The request was granted before: it is granted again, even over the limit. */
        WAS_IN
    }
}
