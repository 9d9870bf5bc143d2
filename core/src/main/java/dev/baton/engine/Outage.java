package dev.baton.engine;

import dev.baton.spi.StoreUnavailableException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that the store is gone, and once that it is back, however many notice. Safe from any thread. */
final class Outage {

    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    private final AtomicBoolean out = new AtomicBoolean();

    void noticed(StoreUnavailableException e) {
        if (out.compareAndSet(false, true)) {
            LOG.warn(
                    "the store cannot be reached: running bodies go on, results are kept until it is back ({})",
                    words(e));
        }
    }

    void over() {
        if (out.get() && out.compareAndSet(true, false)) {
            LOG.info("the store is back");
        }
    }

    private static String words(StoreUnavailableException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return Reasons.message(cause);
    }
}
