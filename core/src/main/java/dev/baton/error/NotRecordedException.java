package dev.baton.error;

import java.time.Duration;

/**
 * Thrown when an execution could not be recorded, and so not be started, because the store was unreachable for too
 * long, refuses it, or waits for another transaction that has taken its key. After an outage, submit it again with the
 * same idempotency key: it starts once.
 *
 * <pre>{@code
 * Submission invoice = Submission.of("invoice").key("invoice-4711");
 * try {
 *     baton.submit(invoice);
 * } catch (NotRecordedException unreachable) {
 *     baton.submit(invoice); // the key makes it safe to repeat
 * }
 * }</pre>
 */
public final class NotRecordedException extends BatonException {

    private static final long serialVersionUID = 1;

    private final boolean certain;
    private final boolean refused;

    /**
     * An exception for a job or workflow that could not be started.
     *
     * @param name the job or workflow
     * @param tried how long Baton tried
     * @param certain whether it is certain that the execution was not started, and will not be
     */
    public NotRecordedException(String name, Duration tried, boolean certain) {
        this(
                certain
                        ? "\"" + name + "\" was not started, and will not be: the store could not be reached"
                                + during(tried) + ". Start it again when the store is back."
                        : "it is not known whether \"" + name
                                + "\" was started: the connection to the store broke while it"
                                + " was recorded, and did not come back" + during(tried)
                                + ". Look for it when the store is back, or repeat it with the same key.",
                certain,
                false);
    }

    /**
     * An exception for a job or workflow whose execution the store refuses to record.
     *
     * @param name the job or workflow
     * @param why why, in the words of the store
     */
    public NotRecordedException(String name, String why) {
        this("\"" + name + "\" was not started, and will not be: the store refuses to record it: " + why, true, true);
    }

    private NotRecordedException(String message, boolean certain, boolean refused) {
        super(message);
        this.certain = certain;
        this.refused = refused;
    }

    /**
     * An exception for a job or workflow whose idempotency key was taken all the time by a transaction that did not end.
     *
     * @param name the job or workflow
     * @param tried how long Baton tried
     */
    public static NotRecordedException keyHeld(String name, Duration tried) {
        return new NotRecordedException(
                "\"" + name
                        + "\" was not started, and will not be: another transaction has taken its key and did not end"
                        + during(tried) + ". Start it again when that transaction has ended.",
                true,
                false);
    }

    private static String during(Duration tried) {
        return tried.isZero() ? "" : " for " + tried.toSeconds() + " s";
    }

    /** Whether the store was reached and refuses the execution, so that repeating the call would change nothing. */
    public boolean isRefused() {
        return refused;
    }

    /** Whether it is certain that the execution was not started, and will not be; otherwise it may have been. */
    public boolean isCertain() {
        return certain;
    }
}
