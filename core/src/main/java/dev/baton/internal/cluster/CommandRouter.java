package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.Recovery;
import dev.baton.internal.execution.Turn;
import dev.baton.internal.journal.StoreJournal;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries commands to executions wherever they are: owned by this node, by another, or by none. Safe from any thread. */
final class CommandRouter {

    private static final Logger LOG = LoggerFactory.getLogger(CommandRouter.class);

    /** How long to wait before looking again for an execution that its owner did not change. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final ClusterNode node;
    private final Store store;
    private final StoreJournal journal;
    private final Registry registry;
    private final RemoteCommands others;

    CommandRouter(ClusterNode node, Store store, StoreJournal journal, NodeMessages messages) {
        this.node = node;
        this.store = store;
        this.journal = journal;
        this.registry = node.registry();
        this.others = new RemoteCommands(store, node.time(), node.ready()::later, messages, this::applyHere);
    }

    /** Applies a command to an execution, here or on the node that owns it. */
    Cancellation apply(UUID id, Command given) {
        Command command = given;
        UUID question = UUID.randomUUID();
        while (true) {
            node.life().openAgain();
            try {
                LiveExecution here = findOrTake(id, command);
                if (here != null) {
                    return applyHere(here, command);
                }
                Store.Stored stored = store.find(id).orElseThrow(() -> NoSuchExecutionException.id(id));
                UUID owner = stored.execution().place().owner();
                if (owner != null && !owner.equals(store.node())) {
                    Command asked = command;
                    command = given.repeated();
                    return ask(owner, question, id, asked);
                }
            } catch (MovedException e) {
                LOG.debug("execution {} has moved; looking for it again", id);
                awaitItsEnd(id);
            } catch (FencedException e) {
                // This node was declared dead or stopped just now.
                LOG.debug("this node was none any more when it was to change execution {}", id);
                node.life().openAnew();
            }
        }
    }

    /** The execution with this id, if this node owns it or can claim it. */
    private @Nullable LiveExecution findOrTake(UUID id, Command command) {
        LiveExecution here = node.archive().findActive(id);
        if (here != null) {
            return here;
        }
        try {
            return node.take(id, stored -> adoptToChange(stored, command.verb()));
        } catch (StoreUnavailableException e) {
            // The claim may have succeeded with its answer lost.
            node.seekLostClaims();
            throw e;
        }
    }

    /** Does not wait if the caller is interrupted, as a body that was told to stop is. */
    private void pause() {
        try {
            node.time().sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Cancellation ask(UUID owner, UUID question, UUID id, Command command) {
        try {
            return others.ask(owner, question, id, command);
        } catch (NotPossibleException refused) {
            LiveExecution copy =
                    command.step().isEmpty() ? null : node.archive().find(id);
            if (copy != null) {
                // An answer has no type: a step that does not exist is the caller's mistake here as on the owner.
                Command.number(copy, command.step());
            }
            throw refused;
        } catch (MovedException e) {
            // The owner may be about to change, or may be unable to change the execution: it is not asked at once
            // again.
            pause();
            throw e;
        }
    }

    /**
     * Waits until the end of an execution is recorded, however long the store is unreachable: until then it cannot be
     * claimed.
     */
    private void awaitItsEnd(UUID id) {
        LiveExecution here = node.archive().findActive(id);
        if (here != null) {
            // Read in this order: an execution that is reopened is no longer terminal before it gets a new end.
            CompletableFuture<@Nullable Void> end = here.end();
            if (here.ask(turn -> here.state().isTerminal())) {
                journal.help(id);
                end.handle((ended, lost) -> true).join();
            }
        }
    }

    /** Applies a command of another node, also to an execution that this node owns but could not read when it claimed it. */
    private Cancellation applyHere(UUID id, Command command) {
        LiveExecution here = findOrTake(id, command);
        if (here == null) {
            throw new MovedException();
        }
        return applyHere(here, command);
    }

    private Cancellation applyHere(LiveExecution here, Command command) {
        Function<Turn, Cancellation> prepared =
                command.on(here, node.ready().services().keeper());
        try {
            return here.command(turn -> {
                if (here.isGone() || (here.state().isTerminal() && !here.end().isDone())) {
                    // This node has released the execution, or will once its end is recorded; a change made here would
                    // be lost.
                    throw new MovedException();
                }
                return prepared.apply(turn);
            });
        } finally {
            if (here.status().isTerminal() || isForOthers(here)) {
                node.alone(() -> letGo(here));
            }
        }
    }

    /** Whether a node that has the definition registered, and can read the parameters, is to continue the execution. */
    private boolean isForOthers(LiveExecution here) {
        return !registry.knows(here.definition().name()) || here.ask(Recovery::isChangedOnly);
    }

    /**
     * Releases an execution that was claimed for one command; not while a claim is in progress, which might just have
     * taken it.
     */
    private boolean letGo(LiveExecution here) {
        // In a turn, so that no other thread changes the execution in between.
        if (here.status().isTerminal()) {
            boolean released = here.ask(turn -> letGoUnchanged(here));
            if (released) {
                release(here.id());
            }
            return released;
        }
        if (here.ask(turn -> letGoRecorded(here))) {
            node.forget(List.of(here));
            release(here.id());
            return true;
        }
        letGoOnceRecorded(here);
        return false;
    }

    /** Marks an execution as gone, unless a change of it has yet to be recorded. In a turn. */
    private boolean letGoRecorded(LiveExecution here) {
        boolean recorded = !here.isGone() && !journal.isRecording(here);
        if (recorded) {
            here.setGone();
        }
        return recorded;
    }

    /** However long the store is unreachable. A change that will never be recorded makes the execution go on elsewhere. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    private void letGoOnceRecorded(LiveExecution here) {
        here.recorded().whenComplete((recorded, moved) -> {
            if (moved == null) {
                node.ready().later(() -> node.alone(() -> letGo(here)));
            }
        });
    }

    /** Releases an execution that was claimed for a command and was not changed by it. */
    private boolean letGoUnchanged(LiveExecution here) {
        boolean unchanged = here.status().isTerminal()
                && here.end().isDone()
                && node.archive().findActive(here.id()) == here;
        if (unchanged) {
            node.archive().ended(here);
        }
        return unchanged;
    }

    /** Claims an execution to change it; if its definition is not registered here, nothing of the execution starts. */
    private LiveExecution adoptToChange(Store.Stored stored, Command.Verb verb) {
        boolean toStop = verb == Command.Verb.CANCEL;
        if (registry.knows(stored.execution())) {
            try {
                return node.adopt(stored);
            } catch (IllegalArgumentException e) {
                if (!toStop) {
                    throw new NotPossibleException(
                            "execution " + stored.execution().id() + " of "
                                    + stored.execution().name() + " can only be cancelled: " + e.getMessage());
                }
            }
        }
        LiveExecution execution = toStop
                ? node.restorer().restoreWithoutParameters(stored)
                : node.restorer().restore(stored);
        execution.tell(Recovery::changeOnly);
        if (!node.own(execution, stored.execution().place().owner())) {
            throw new MovedException();
        }
        return execution;
    }

    /** Releases an execution that was claimed for one command, so that any node may claim it. */
    private void release(UUID execution) {
        try {
            store.release(List.of(execution));
            node.wake();
        } catch (StoreUnavailableException e) {
            LOG.debug("execution {} is let go of when the store is back", execution);
            node.seekLostClaims();
        }
    }
}
