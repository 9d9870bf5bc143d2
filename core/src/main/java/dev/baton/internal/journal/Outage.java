package dev.baton.internal.journal;

import dev.baton.internal.execution.ReasonText;
import dev.baton.spi.StoreUnavailableException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that the store is unreachable and once that it is back, however many threads notice. Safe from any thread.
 */
public final class Outage {

    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    private final AtomicBoolean out = new AtomicBoolean();

    /** The store could not be reached. */
    public void noticed(StoreUnavailableException e) {
        if (out.compareAndSet(false, true)) {
            LOG.warn(
                    "the store cannot be reached: running bodies go on, results are kept until it is back ({})",
                    words(e));
        }
    }

    /** The store was reached. */
    public void over() {
        if (out.get() && out.compareAndSet(true, false)) {
            LOG.info("the store is back");
        }
    }

    private static String words(StoreUnavailableException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return ReasonText.message(cause);
    }
}
