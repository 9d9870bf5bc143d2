package dev.baton.internal.cluster;

import dev.baton.Submission;
import dev.baton.internal.definition.ExternalNode;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes executions that only wait, for a time, a person or another execution, from memory, so that a million of them
 * cost rows and hardly any heap. A few stay in memory. The others are claimed again when their time comes, when a person
 * sends them a command, or when what they wait for has ended: this node remembers their ids and wakes them, and should
 * it die, they wake up by themselves after a while. Safe from any thread.
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
    private final RecordedEnds<UUID> awaited;

    /**
     * An execution that was put to sleep.
     *
     * @param until until when, in microseconds
     * @param awaited the executions whose ends wake it
     */
    private record Asleep(LiveExecution execution, long until, Set<UUID> awaited) {}

    Sleepers(ClusterNode node, StoreJournal journal) {
        this.node = node;
        this.journal = journal;
        this.awaited = new RecordedEnds<>(
                node.time(),
                node.ready()::later,
                node.archive(),
                sleeper -> false,
                (sleepers, ended) -> wake(sleepers));
    }

    private void wake(Collection<UUID> sleepers) {
        List<UUID> all = List.copyOf(sleepers);
        for (int from = 0; from < all.size(); from += AT_A_TIME) {
            node.store().wake(all.subList(from, Math.min(from + AT_A_TIME, all.size())));
        }
        node.look();
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
        Set<UUID> single = withOneStep(executions);
        // Not while a claim is in progress, so that none claims an execution before the store knows that it sleeps.
        return node.alone(() -> {
            List<Asleep> asleep = new ArrayList<>();
            for (LiveExecution execution : executions) {
                Asleep fallen = letSleep(execution, single);
                if (fallen != null) {
                    asleep.add(fallen);
                }
            }
            if (!asleep.isEmpty()) {
                node.forget(asleep.stream().map(Asleep::execution).toList());
                node.store()
                        .putToSleep(asleep.stream()
                                .map(one -> new Store.Sleeper(one.execution.id(), one.until))
                                .toList());
                rememberAwaited(asleep);
            }
            return !asleep.isEmpty();
        });
    }

    /** After the store knows that they sleep: what ends in between is found with the next look. */
    private void rememberAwaited(List<Asleep> asleep) {
        Set<UUID> watched = new HashSet<>();
        for (Asleep one : asleep) {
            one.awaited.forEach(id -> awaited.await(id, one.execution.id()));
            watched.addAll(one.awaited);
        }
        watched.forEach(node.externals()::forgetGone);
    }

    /** The awaited executions of one step each, whose only run has ended when they have. */
    private Set<UUID> withOneStep(Collection<LiveExecution> executions) {
        Set<UUID> awaitedRuns = new HashSet<>();
        for (LiveExecution execution : executions) {
            for (ExternalNode external : Waiting.awaited(execution)) {
                if (external.step() != Submission.After.WHOLE) {
                    awaitedRuns.add(external.execution());
                }
            }
        }
        awaitedRuns.removeIf(id -> node.store()
                .look(id)
                .filter(record -> record.state().steps() == 1)
                .isEmpty());
        return awaitedRuns;
    }

    /** In a turn: messages that arrive later find the execution gone, and look for it again. */
    private @Nullable Asleep letSleep(LiveExecution execution, Set<UUID> single) {
        long soon = node.time().micros() + MOMENT.toNanos() / 1_000;
        try {
            Asleep fallen = execution.ask(turn -> {
                long until = execution.isGone() || journal.isRecording(execution)
                        ? Waiting.NOT_ONLY
                        : Waiting.until(turn, external -> isWholeAwaited(external, single));
                if (until > soon) {
                    execution.setGone();
                }
                return new Asleep(execution, until, Waiting.wokenBy(execution));
            });
            return fallen.until > soon ? fallen : null;
        } catch (RuntimeException e) {
            LOG.debug("{} stays in memory: {}", execution, e.getMessage());
            return null;
        }
    }

    private static boolean isWholeAwaited(ExternalNode external, Set<UUID> single) {
        return external.step() == Submission.After.WHOLE || single.contains(external.execution());
    }
}
