package dev.baton.server.dispatch;

import dev.baton.RunContext;
import dev.baton.RunId;
import java.util.Optional;
import java.util.UUID;

/**
 * The id of a lease. It contains the run and the attempt, so that any server can identify them, and ends with a random
 * secret. Workers return it unchanged.
 *
 * @param run the run
 * @param attempt the attempt, from 1
 * @param secret random digits
 */
record LeaseId(RunId run, int attempt, String secret) {

    /** A new lease on the attempt that a context belongs to. */
    static LeaseId of(RunContext context) {
        return new LeaseId(
                context.runId(), context.attempt(), UUID.randomUUID().toString().replace("-", ""));
    }

    /** Reads an id; empty if the text is not one. */
    static Optional<LeaseId> parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(new LeaseId(RunId.parse(parts[0]), Integer.parseInt(parts[1]), parts[2]));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return run + ":" + attempt + ":" + secret;
    }
}
