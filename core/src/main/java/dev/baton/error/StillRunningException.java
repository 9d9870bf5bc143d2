package dev.baton.error;

import java.time.Duration;

/** An execution did not end in the time that was given to it. It goes on. */
public final class StillRunningException extends BatonException {

    /**
     * @param what the execution
     * @param waited how long was waited
     * @param explanation why it has not ended
     */
    public StillRunningException(String what, Duration waited, String explanation) {
        super(what + " has not ended within " + waited + ": " + explanation);
    }
}
