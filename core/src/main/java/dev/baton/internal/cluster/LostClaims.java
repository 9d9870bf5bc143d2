package dev.baton.internal.cluster;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.journal.Outage;
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
 * Finds executions that this node owns according to the store but does not have in memory: the answer to a claim was
 * lost, or a change could not be recorded. They continue from the recorded state. Safe from any thread.
 */
final class LostClaims {

    private static final Logger LOG = LoggerFactory.getLogger(LostClaims.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ClusterNode node;
    private final Outage outage;
    private final AtomicBoolean called = new AtomicBoolean();

    LostClaims(ClusterNode node, Outage outage) {
        this.node = node;
        this.outage = outage;
    }

    /** Looks for such executions soon, on another thread. */
    void seek() {
        if (called.compareAndSet(false, true)) {
            node.time().after(PAUSE, () -> node.ready().later(this::takeBack));
        }
    }

    private void takeBack() {
        called.set(false);
        Store store = node.store();
        try {
            for (UUID id : lost(store.owned())) {
                takeBack(id);
            }
        } catch (StoreUnavailableException e) {
            outage.noticed(e);
            seek();
        } catch (FencedException e) {
            LOG.debug("this node was declared dead: others take over what it had");
        } catch (RuntimeException e) {
            LOG.warn("it could not be found out which executions were lost; it is tried again", e);
            seek();
        }
    }

    /** All at once: what is in memory now may have ended when the turn of the last one comes, and is not to be claimed. */
    private List<UUID> lost(List<UUID> owned) {
        return owned.stream()
                .filter(id -> node.archive().findActive(id) == null)
                .toList();
    }

    /** An execution that cannot be taken back does not keep the others from going on. */
    private void takeBack(UUID id) {
        try {
            var unused = node.take(id, this::goOn);
        } catch (StoreUnavailableException | FencedException e) {
            throw e;
        } catch (MovedException e) {
            LOG.debug("execution {} moved on while it was taken back", id);
            seek();
        } catch (RuntimeException | Error e) {
            LOG.warn("execution {} cannot be read, and is left alone: {}", id, ReasonText.message(e));
        }
    }

    private @Nullable LiveExecution goOn(Store.Stored stored) {
        boolean ours =
                stored.execution().state().ended() == 0 && node.registry().knows(stored.execution());
        if (ours) {
            return node.adopt(stored);
        }
        node.store().release(List.of(stored.execution().id()));
        node.wake();
        return node.archive().findActive(stored.execution().id());
    }
}
