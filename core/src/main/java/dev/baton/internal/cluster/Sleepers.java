package dev.baton.internal.cluster;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Waiting;
import dev.baton.internal.journal.StoreArchive;
import dev.baton.internal.journal.StoreJournal;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes executions that only wait, for a time or a person, from memory, so that a million of them cost rows and no
 * heap. A few stay in memory. The others are claimed again when their time comes, or when a person sends them a
 * command. Safe from any thread.
 */
final class Sleepers {

    private static final Logger LOG = LoggerFactory.getLogger(Sleepers.class);

    /** How many executions stay in memory in any case. */
    private static final int AT_HAND = 1_000;

    /** With so many in memory, a node takes in a few at a time, so that those that only wait can be put to sleep. */
    private static final int MANY = 3 * AT_HAND;

    private static final int AT_A_TIME = 500;
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final ClusterNode node;
    private final StoreJournal journal;
    private final AtomicBoolean called = new AtomicBoolean();

    Sleepers(ClusterNode node, StoreJournal journal) {
        this.node = node;
        this.journal = journal;
    }

    /** Whether so many executions are in memory that no more should come in than can be put to sleep. */
    static boolean areMany(StoreArchive archive) {
        return archive.active().size() > MANY;
    }

    /** There is one more execution in memory: looks soon, by another thread, whether some need not be. */
    void call() {
        if (node.archive().active().size() > AT_HAND && called.compareAndSet(false, true)) {
            node.time().after(MOMENT, () -> node.ready().later(this::look));
        }
    }

    private void look() {
        called.set(false);
        try {
            List<LiveExecution> some = new ArrayList<>(AT_A_TIME);
            boolean slept = false;
            for (LiveExecution execution : node.archive().active()) {
                some.add(execution);
                if (some.size() == AT_A_TIME) {
                    slept |= putToSleep(some);
                    some.clear();
                }
            }
            slept |= putToSleep(some);
            if (slept) {
                // The next due time may have changed.
                node.look();
            }
        } catch (StoreUnavailableException | FencedException e) {
            LOG.debug("no execution is put to sleep now: {}", e.getMessage());
            node.seekLostClaims();
        } catch (RuntimeException | Error e) {
            LOG.error("executions that only wait could not be put to sleep; they go on from what is recorded", e);
            node.seekLostClaims();
        }
        call();
    }

    /** Puts to sleep those executions that only wait. Returns whether there were any. */
    private boolean putToSleep(Collection<LiveExecution> executions) {
        // Not while a claim is in progress, so that none claims an execution before the store knows that it sleeps.
        return node.alone(() -> {
            List<LiveExecution> asleep = new ArrayList<>();
            List<Store.Sleeper> sleepers = new ArrayList<>();
            for (LiveExecution execution : executions) {
                long until = letSleep(execution);
                if (until != Waiting.NOT_ONLY) {
                    asleep.add(execution);
                    sleepers.add(new Store.Sleeper(execution.id(), until));
                }
            }
            if (!asleep.isEmpty()) {
                node.forget(asleep);
                node.store().putToSleep(sleepers);
            }
            return !asleep.isEmpty();
        });
    }

    /** In a turn: messages that arrive later find the execution gone, and look for it again. */
    private long letSleep(LiveExecution execution) {
        long soon = node.time().micros() + MOMENT.toNanos() / 1_000;
        try {
            return execution.ask(turn -> {
                long until =
                        execution.isGone() || journal.isRecording(execution) ? Waiting.NOT_ONLY : Waiting.until(turn);
                if (until <= soon) {
                    return Waiting.NOT_ONLY;
                }
                execution.setGone();
                return until;
            });
        } catch (RuntimeException e) {
            LOG.debug("{} stays in memory: {}", execution, e.getMessage());
            return Waiting.NOT_ONLY;
        }
    }
}
