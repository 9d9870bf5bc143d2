package dev.baton.server.api.explain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Adds to an explanation the facts that one part of the server knows about its cause. Safe from any thread. */
@FunctionalInterface
interface Addition {

    /** An instant for a sentence, to the second. */
    static Instant toSecond(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The extended answer, or the same one if this part knows nothing about the cause. */
    Answer add(Answer answer);
}
