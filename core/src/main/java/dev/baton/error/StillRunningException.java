package dev.baton.error;

import java.time.Duration;

/**
 * Thrown when an execution does not end within the time a caller waits for it. The execution continues.
 *
 * <pre>{@code
 * try {
 *     execution.await(Duration.ofMinutes(5));
 * } catch (StillRunningException slow) {
 *     System.out.println(slow.getMessage()); // the execution goes on
 * }
 * }</pre>
 */
public final class StillRunningException extends BatonException {

    /**
     * @param what the execution
     * @param waited how long the caller waited
     * @param explanation why the execution has not ended
     */
    public StillRunningException(String what, Duration waited, String explanation) {
        super(what + " has not ended within " + waited + ": " + explanation);
    }
}
