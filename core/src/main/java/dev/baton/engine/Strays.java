package dev.baton.engine;

import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executions whose home is this node, says the store, while nobody here knows of them: the answer to a claim was lost, or
 * what happened to them here could not be recorded. They go on from what is recorded. Safe from any thread.
 */
final class Strays {

    private static final Logger LOG = LoggerFactory.getLogger(Strays.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Home home;
    private final Registry registry;
    private final Outage outage;
    private final AtomicBoolean called = new AtomicBoolean();

    Strays(Home home, Registry registry, Outage outage) {
        this.home = home;
        this.registry = registry;
        this.outage = outage;
    }

    /** There may be some: looks for them soon, by another thread. */
    void seek() {
        if (called.compareAndSet(false, true)) {
            home.machinery().time().after(PAUSE, () -> home.machinery().later(this::takeBack));
        }
    }

    private void takeBack() {
        called.set(false);
        Store store = home.store();
        try {
            for (UUID id : store.atHome()) {
                var unused = home.take(id, this::goOn);
            }
        } catch (StoreUnavailableException e) {
            outage.noticed(e);
            seek();
        } catch (FencedException e) {
            LOG.debug("this node was declared dead: others take over what it had, strays included");
        }
    }

    private @Nullable LiveExecution goOn(Store.Stored stored) {
        boolean ours = stored.execution().state().ended() == 0
                && registry.knows(stored.execution().name());
        if (ours) {
            home.adopt(List.of(stored));
        } else {
            home.store().release(List.of(stored.execution().id()));
            home.wake();
        }
        return home.archive().findActive(stored.execution().id());
    }
}
