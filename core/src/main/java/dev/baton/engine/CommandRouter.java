package dev.baton.engine;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something to executions wherever they are at home: here, elsewhere, or adrift. Safe from any thread. */
final class CommandRouter {

    private static final Logger LOG = LoggerFactory.getLogger(CommandRouter.class);

    private final Home home;
    private final Store store;
    private final Machinery machinery;
    private final Recorder recorder;
    private final StoreArchive archive;
    private final Registry registry;
    private final RemoteCommands others;

    CommandRouter(Home home, Registry registry, Recorder recorder, Post post) {
        this.home = home;
        this.store = home.store();
        this.machinery = home.machinery();
        this.recorder = recorder;
        this.archive = home.archive();
        this.registry = registry;
        this.others = new RemoteCommands(store, machinery, post, this::applyHere);
    }

    /** Does something to an execution, here or where it is advanced. */
    Cancellation apply(UUID id, Command command) {
        while (true) {
            home.openAgain();
            try {
                LiveExecution here = archive.findActive(id);
                if (here == null) {
                    here = home.take(id, this::adoptToChange);
                }
                if (here != null) {
                    return applyHere(here, command);
                }
                Store.Stored stored = store.find(id).orElseThrow(() -> NoSuchExecutionException.id(id));
                UUID node = stored.execution().place().home();
                if (node != null && !node.equals(store.node())) {
                    return others.ask(node, id, command);
                }
            } catch (MovedException e) {
                LOG.debug("execution {} has moved; looking for it again", id);
                awaitItsEnd(id);
            } catch (StoreUnavailableException e) {
                // Perhaps it was taken, and the answer lost.
                home.seekStrays();
                throw e;
            } catch (FencedException e) {
                // Declared dead, or stopped just now.
                LOG.debug("this node was none any more when it was to change execution {}", id);
                home.openAnew();
            }
        }
    }

    /** Waits until an end is recorded, for however long the store is away: until then there is nothing to look for. */
    private void awaitItsEnd(UUID id) {
        LiveExecution here = archive.findActive(id);
        if (here != null) {
            // Read in this order: one that is opened again is no longer terminal before it has another end.
            CompletableFuture<@Nullable Void> end = here.end;
            if (here.status.isTerminal()) {
                recorder.help(id);
                end.handle((ended, lost) -> true).join();
            }
        }
    }

    private Cancellation applyHere(UUID id, Command command) {
        LiveExecution here = archive.findActive(id);
        if (here == null) {
            throw new MovedException();
        }
        return applyHere(here, command);
    }

    private Cancellation applyHere(LiveExecution here, Command command) {
        try {
            return machinery.change(here, turn -> {
                if (here.status.isTerminal() && !here.end.isDone()) {
                    // It is let go of once its end is recorded; what is changed before that would be lost with it.
                    throw new MovedException();
                }
                return command.apply(turn);
            });
        } finally {
            if (here.status.isTerminal() || !registry.knows(here.definition.name())) {
                home.alone(() -> letGo(here));
            }
        }
    }

    /** Lets go of what was taken for one change; while nothing is taken, or it would be let go from under its taker. */
    private boolean letGo(LiveExecution here) {
        // In a turn, so that nobody changes it in between.
        if (here.status.isTerminal() && machinery.ask(here, turn -> letGoUnchanged(here))) {
            home.release(here.id);
            return true;
        }
        if (!here.status.isTerminal() && !registry.knows(here.definition.name())) {
            // Whoever has it registered goes on with it.
            recorder.flush();
            machinery.forget(List.of(here));
            home.release(here.id);
            return true;
        }
        return false;
    }

    /** Lets go of an execution that was taken to be changed, and was not. */
    private boolean letGoUnchanged(LiveExecution here) {
        boolean unchanged = here.status.isTerminal() && here.end.isDone() && archive.findActive(here.id) == here;
        if (unchanged) {
            archive.ended(here);
        }
        return unchanged;
    }

    /** Takes an execution to change it; one of something that is not registered here does not begin for that. */
    private LiveExecution adoptToChange(Store.Stored stored) {
        if (registry.knows(stored.execution().name())) {
            return home.adopt(stored);
        }
        LiveExecution execution = home.restore(stored);
        if (!home.moveIn(execution, stored.execution().place().home())) {
            throw new MovedException();
        }
        return execution;
    }
}
