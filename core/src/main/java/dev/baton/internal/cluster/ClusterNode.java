package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.internal.definition.Registry;
import dev.baton.internal.execution.Advancer;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.MovedException;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.Turn;
import dev.baton.internal.journal.Outage;
import dev.baton.internal.journal.Restorer;
import dev.baton.internal.journal.StoreArchive;
import dev.baton.internal.journal.StoreJournal;
import dev.baton.internal.limit.Gates;
import dev.baton.internal.limit.MemoryGates;
import dev.baton.internal.limit.SharedGates;
import dev.baton.internal.run.Load;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * This process as a node on a shared store: it owns executions, each of which has at most one owner at a time, and
 * advances them. Safe from any thread.
 */
public final class ClusterNode implements ExecutionOwner {

    private final Store store;
    private final Registry registry;
    private final ReadyRuns ready;
    private final Time time;
    private final Outage outage = new Outage();
    private final StoreArchive archive;
    private final NodeMessages messages;
    private final Gates gates;
    private final Externals externals;
    private final StoreJournal journal;
    private final Restorer restorer;
    private final Claimer claimer;
    private final LostClaims lostClaims;
    private final ExecutionCreator creator;
    private final CommandRouter commands;
    private final Lending lending;
    private final Borrowing borrowing;
    private final NodeLife life;
    private final StartNotes startNotes;
    private final KeptFires fires;
    private final OwnershipLoss ownershipLoss;
    private final SaturatedNames saturatedNames;
    private final Sleepers sleepers;
    private volatile boolean resting = true;
    private volatile boolean reading;

    /**
     * Opens the store and registers this process as a node, which claims nothing yet.
     *
     * @param lease how long a node may go without a heartbeat before it counts as dead
     */
    public ClusterNode(OwnerParts parts, Store store, Duration lease) {
        this.store = store;
        this.ready = parts.ready();
        this.registry = ready.services().registry();
        this.time = parts.time();
        this.life = new NodeLife(store, time, new Life(), parts.lease(), lease);
        life.open();
        this.archive = new StoreArchive(store, parts.retention(), this::restorer);
        this.messages = new NodeMessages(store, time, ready::later);
        this.gates = store.isShared()
                ? new SharedGates(store, time, ready::later, new GateMessages(archive, messages))
                : new MemoryGates(time);
        this.externals = new Externals(time, ready::later, archive);
        this.ownershipLoss = new OwnershipLoss(ready, archive, gates, externals);
        Effects effects = new Effects(parts, gates, externals, archive, created -> look());
        this.journal = new StoreJournal(store, effects, time, ready::later, outage, new ClusterJournalListener(this));
        Advancer advancer = parts.advancer(journal);
        this.restorer = new Restorer(store, registry, advancer, journal);
        Load load = ready.watchLoad(this::loadChanged);
        this.saturatedNames = new SaturatedNames(gates, time, load);
        this.startNotes = new StartNotes(time, load);
        this.fires = new KeptFires(store, time, ready::later, outage);
        this.claimer = new Claimer(store, ready, load, journal::backlog, new ClaimedExecutions(this));
        this.lostClaims = new LostClaims(this, outage);
        this.sleepers = new Sleepers(this, journal);
        this.creator = new ExecutionCreator(this, store, journal, outage, restorer);
        this.commands = new CommandRouter(this, store, journal, messages);
        this.lending = new Lending(store, ready, messages, claimer);
        this.borrowing = new Borrowing(store, ready, messages, claimer, archive);
        ready.watchOffers(this::offered);
        if (gates instanceof SharedGates shared) {
            messages.deliver(GateMessages.KIND, message -> shared.hear(GateMessages.read(message)));
        }
        life.watch();
    }

    @Override
    public StoreArchive archive() {
        return archive;
    }

    @Override
    public Externals externals() {
        return externals;
    }

    @Override
    public Gates gates() {
        return gates;
    }

    Store store() {
        return store;
    }

    Registry registry() {
        return registry;
    }

    ReadyRuns ready() {
        return ready;
    }

    Time time() {
        return time;
    }

    NodeLife life() {
        return life;
    }

    // ---- executions

    @Override
    public List<Created> create(List<Start> starts) {
        return creator.create(starts);
    }

    @Override
    public void fire(Start start, Runnable lookBack) {
        creator.fire(start, lookBack);
    }

    @Override
    public Cancellation command(UUID execution, Command command) {
        return commands.apply(execution, command);
    }

    @Override
    public @Nullable LiveExecution withKey(String key) {
        return store.withKey(key).map(archive::findBriefly).orElse(null);
    }

    @Override
    public Collection<LiveExecution> activeAnywhere() {
        return archive.activeAnywhere();
    }

    /** Whether other nodes should get new executions: this node is stopped, or has enough to do. */
    boolean isBusy() {
        return resting || (!life.others().isEmpty() && !claimer.hasRoom());
    }

    /** The jobs and workflows of which this node has enough executions in memory. */
    SaturatedNames saturatedNames() {
        return saturatedNames;
    }

    /** Claims again once this node has fewer executions of some kind. */
    void holdBack() {
        claimer.holdBack();
    }

    /** Claims soon. */
    void look() {
        claimer.look();
    }

    /** Runs an action while no claim is in progress. */
    <T extends @Nullable Object> T alone(Supplier<T> what) {
        return claimer.alone(what);
    }

    /**
     * The execution with this id, if this node owns it or can claim it.
     *
     * @param taker takes in the claimed execution
     * @return null if another node owns the execution, it is being created, or it was not taken in
     */
    @Nullable LiveExecution take(UUID id, Function<Store.Stored, @Nullable LiveExecution> taker) {
        return alone(() -> {
            // Checked first: an execution is registered here before it is no longer being created.
            if (creator.isUnderWay(id)) {
                return null;
            }
            LiveExecution here = archive.findActive(id);
            return here != null ? here : store.claim(id).map(taker).orElse(null);
        });
    }

    /** Owns it from now on, unless this node has handed over what it had meanwhile, or another thread was faster. */
    boolean own(LiveExecution execution, @Nullable UUID asNode) {
        boolean added = isStill(asNode) && archive.addIfAbsent(execution);
        if (added && isStill(asNode)) {
            registry.oneOffs().entered(execution.id(), execution.definition());
            sleepers.call();
            return true;
        }
        if (added) {
            // This node has left meanwhile, and may have released its executions before this one was among them.
            archive.remove(execution);
        }
        execution.setGone();
        return false;
    }

    private boolean isStill(@Nullable UUID asNode) {
        return life.isOpen() && store.node().equals(asNode);
    }

    /** Continues an execution that this node has claimed. */
    LiveExecution adopt(Store.Stored stored) {
        LiveExecution execution = restorer.restore(stored);
        Consumer<Turn> continuation = Adoption.continuation(execution, archive);
        if (!own(execution, stored.execution().place().owner())) {
            throw new MovedException();
        }
        execution.tell(continuation);
        Adoption.tie(execution, this);
        return execution;
    }

    Restorer restorer() {
        return restorer;
    }

    /**
     * Drops executions that this node no longer owns: their bodies stop, and callers that wait for them look elsewhere.
     */
    void forget(Collection<LiveExecution> executions) {
        // All of them first: none takes the place of another in between.
        executions.forEach(LiveExecution::setGone);
        executions.forEach(ownershipLoss::forget);
    }

    /** Searches for executions that this node owns according to the store, but does not have in memory. */
    void seekLostClaims() {
        lostClaims.seek();
    }

    @Override
    public void prune() {
        archive.prune(time.micros());
        registry.oneOffs()
                .endElsewhere(id -> archive.findActive(id) == null && !creator.isUnderWay(id), archive::ended);
    }

    // ---- definitions

    @Override
    public void keepPaused(String name, boolean paused) {
        store.pause(name, paused, time.micros());
        life.tellPaused(messages);
    }

    @Override
    public Instant dealtWith(String name) {
        return fires.dealtWith(name);
    }

    @Override
    public void dealtWith(String name, Instant after, Instant until) {
        fires.dealtWith(name, after, until);
    }

    // ---- life cycle

    @Override
    public void start(Consumer<Set<String>> paused) {
        life.openAgain();
        resting = false;
        reading = true;
        fires.readAll(registry.names());
        life.start(paused, messages);
    }

    @Override
    public void takeIn() {
        claimer.takeNow();
    }

    @Override
    public void rest() {
        resting = true;
    }

    @Override
    public boolean awaitLoans(Duration atMost) throws InterruptedException {
        return lending.awaitBack(atMost);
    }

    @Override
    public void handOver() {
        borrowing.stopAll();
        journal.flush(List.copyOf(archive.active()));
        life.leave();
        lending.forgetAll();
    }

    @Override
    public void close() {
        messages.close();
        journal.close();
        life.close();
        store.close();
    }

    @Override
    public void wake() {
        if (!resting) {
            claimer.look();
        }
        if (reading) {
            // Also while stopped: lent runs come back, and borrowed runs may have to stop.
            messages.look();
        }
    }

    private void offered() {
        if (store.isShared() && !resting) {
            lending.consider();
            borrowing.offerNews(life.others());
        }
    }

    private void loadChanged() {
        claimer.runEnded();
        lending.consider();
        startNotes.watch();
    }

    private final class Life implements NodeLife.Listener {

        @Override
        public void wake() {
            ClusterNode.this.wake();
        }

        @Override
        public void later(Runnable task) {
            ready.later(task);
        }

        @Override
        public void alive(Set<UUID> others) {
            outage.over();
            lending.alive(others);
            borrowing.alive(others);
            if (!resting) {
                borrowing.offer(others);
            }
            gates.askAgain();
            ClusterNode.this.wake();
        }

        @Override
        public void leaseRenewed() {
            ready.leaseRenewed();
        }

        @Override
        public void unavailable(StoreUnavailableException e) {
            outage.noticed(e);
        }

        @Override
        public void dead() {
            forget(List.copyOf(archive.active()));
            lending.forgetAll();
            borrowing.alive(Set.of());
        }

        @Override
        public void letGo(@Nullable UUID but) {
            forget(Restorer.notOwnedBy(but, archive.active()));
        }
    }
}
