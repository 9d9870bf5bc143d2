package dev.baton.engine;

import dev.baton.RunPolicy;
import dev.baton.graph.Effects;
import dev.baton.graph.Plan;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node as the home of executions: it takes those that are adrift, gives signs of life, and lets go of all when it
 * was declared dead. Safe from any thread.
 */
final class Home {

    private static final Logger LOG = LoggerFactory.getLogger(Home.class);

    private static final String PAUSED = "paused";

    private final Store store;
    private final Duration lease;
    private final Duration beatEvery;
    /** So that a dead node is noticed, and its executions go on elsewhere, before its lease would be over. */
    private final Duration silence;

    private final Registry registry;
    private final Machinery machinery;
    private final Recorder recorder;
    private final Outage outage = new Outage();
    private final StoreArchive archive;
    private final Intake intake;
    private final Post post;
    private final Births births;
    private final Strays strays;
    private final CommandRouter commands;
    private final Lending lending;
    private final Borrowing borrowing;
    private final Consumer<LiveExecution> begin;
    private final Time time;
    private volatile Consumer<Set<String>> paused = names -> {};
    private volatile Set<UUID> others = Set.of();
    private volatile @Nullable SharedGates sharedGates;
    private volatile boolean open;
    private volatile boolean resting = true;
    private volatile boolean reading;
    private @Nullable UUID lastDead;
    private volatile Time.Timer pulse = () -> {};
    private final AtomicBoolean watching = new AtomicBoolean();
    private final Load load;

    /**
     * Opens the store and makes this node a home, which takes nothing yet.
     *
     * @param begin lets an execution begin that has not begun
     */
    Home(
            Settings settings,
            Store store,
            Registry registry,
            Machinery.ExecutionEnds ends,
            Consumer<LiveExecution> begin) {
        this.store = store;
        this.lease = settings.lease();
        this.beatEvery = lease.dividedBy(5);
        this.silence = lease.multipliedBy(3).dividedBy(5);
        this.registry = registry;
        this.begin = begin;
        this.time = settings.time();
        store.open(silence, this::wake);
        this.open = true;
        this.recorder = new Recorder(store, outage, this::fenced, this::seekStrays);
        this.machinery = new Machinery(settings, registry, ends, recorder, this::openGates);
        recorder.attach(machinery);
        this.archive = new StoreArchive(store, settings.retention(), this::copy);
        this.load = machinery.ready().watchLoad(this::loadChanged);
        this.intake = new Intake(store, machinery, load, recorder, this::claimable, this::adopt, this::seekStrays);
        this.post = new Post(store, machinery);
        this.strays = new Strays(this, registry, outage);
        this.births = new Births(this, recorder, outage, intake, begin);
        this.commands = new CommandRouter(this, registry, recorder, post);
        this.lending = new Lending(store, machinery, post, intake);
        this.borrowing = new Borrowing(store, machinery, post, intake, this::copy);
        machinery.ready().watchOffers(this::offered);
        post.deliver(PAUSED, letter -> readPaused());
        SharedGates shared = sharedGates;
        if (shared != null) {
            post.deliver(SharedGates.LETTER, shared::read);
        }
        pulse = time.after(beatEvery, () -> machinery.later(this::beat));
    }

    private Gates openGates(Machinery forMachinery, Gates.Host host) {
        if (!store.isShared()) {
            return new MemoryGates(time, host);
        }
        SharedGates shared = new SharedGates(store, forMachinery, host, new SharedGates.Neighbours() {
            @Override
            public @Nullable LiveExecution findActive(UUID id) {
                return archive.findActive(id);
            }

            @Override
            public void tell(List<Store.Mail> letters) {
                post.sendSurely(letters);
            }
        });
        sharedGates = shared;
        return shared;
    }

    Machinery machinery() {
        return machinery;
    }

    StoreArchive archive() {
        return archive;
    }

    Store store() {
        return store;
    }

    Births births() {
        return births;
    }

    CommandRouter commands() {
        return commands;
    }

    // ---- executions move in

    /** Whether others should have a chance at what is new: this node does not run, or has enough to do. */
    boolean isBusy() {
        return resting || (!others.isEmpty() && !intake.hasRoom());
    }

    /** Goes on with executions that this node has taken. */
    void adopt(List<Store.Stored> taken) {
        for (Store.Stored stored : taken) {
            try {
                adopt(stored);
            } catch (MovedException e) {
                LOG.debug(
                        "execution {} was taken and handed over",
                        stored.execution().id());
            } catch (RuntimeException e) {
                ExecutionRecord record = stored.execution();
                LOG.error("execution {} of {} cannot be read, and is left alone", record.id(), record.name(), e);
            }
        }
    }

    /** Does something while nothing is taken. */
    <T extends @Nullable Object> T alone(Supplier<T> what) {
        return intake.alone(what);
    }

    /**
     * An execution by its id, if it is here or can be taken.
     *
     * @param mover moves in what was taken
     * @return null when another node has it, it is being created, or it was not moved in
     */
    @Nullable LiveExecution take(UUID id, Function<Store.Stored, @Nullable LiveExecution> mover) {
        return alone(() -> {
            // Asked first: one that is being created moves in before it is no longer being created.
            if (births.isUnderWay(id)) {
                return null;
            }
            LiveExecution here = archive.findActive(id);
            return here != null ? here : store.claim(id).map(mover).orElse(null);
        });
    }

    /**
     * From now on it is advanced here, unless this node has handed over what it had, this one included, meanwhile, or
     * another thread was faster.
     */
    synchronized boolean moveIn(LiveExecution execution, @Nullable UUID asNode) {
        LiveExecution other = archive.findActive(execution.id);
        boolean here = open && store.node().equals(asNode) && (other == null || other.gone);
        if (here) {
            archive.add(execution);
        } else {
            execution.gone = true;
        }
        return here;
    }

    LiveExecution adopt(Store.Stored stored) {
        LiveExecution execution = restore(stored);
        if (!moveIn(execution, stored.execution().place().home())) {
            throw new MovedException();
        }
        if (execution.status.isTerminal()) {
            return execution;
        }
        if (!execution.begun) {
            begin.accept(execution);
        } else {
            Admissions.reenter(machinery.gates(), execution);
            machinery.tell(execution, Resumption::resume);
        }
        return execution;
    }

    LiveExecution restore(Store.Stored stored) {
        UUID plan = stored.execution().state().plan();
        return registry.restore(stored, plan == null ? null : () -> Plan.fromBytes(store.plan(plan)), store.codec());
    }

    /** An execution to look at. */
    private LiveExecution copy(Store.Stored stored) {
        return toLookAt(restore(stored));
    }

    static LiveExecution toLookAt(LiveExecution copy) {
        copy.gone = true;
        if (copy.begun) {
            copy.progress.goOn(new Effects());
        } else if (copy.cause.notBefore() == 0 && copy.policy.overlap().isUnlimited()) {
            // It waits for nothing but a node that takes it.
            copy.begun = true;
            copy.progress.start(new Effects());
        }
        return copy;
    }

    void forgetPlans() {
        recorder.forgetPlans();
    }

    List<LiveExecution> activeAnywhere() {
        return archive.activeAnywhere();
    }

    // ---- the node

    /**
     * Takes executions from now on.
     *
     * @param newPaused told, now and then, what is paused on all nodes
     */
    void start(Consumer<Set<String>> newPaused) {
        paused = newPaused;
        openAgain();
        resting = false;
        reading = true;
        readPaused();
        beat();
    }

    /** Takes what there is to take before anything new comes in, and from then on as it comes. */
    void takeIn() {
        intake.takeNow();
    }

    /** Takes no more; what it has stays until {@link #handOver}. */
    void rest() {
        resting = true;
    }

    /** Records what there is to record, and leaves everything to others at once. */
    void handOver() {
        borrowing.stopAll();
        for (LiveExecution execution : archive.active()) {
            // What its bodies came to may still be on its way through its inbox.
            while (!execution.inbox.isIdle()) {
                Thread.onSpinWait();
            }
        }
        recorder.flush();
        leave();
    }

    private synchronized void leave() {
        pulse.cancel();
        machinery.forget(new ArrayList<>(archive.active()));
        if (open) {
            open = false;
            try {
                store.handOver();
            } catch (StoreUnavailableException e) {
                outage.noticed(e);
            }
        }
    }

    /** Makes this process a node again after it was stopped: also at rest it creates executions and changes them. */
    synchronized void openAgain() {
        if (!open) {
            store.open(silence, this::wake);
            open = true;
            pulse = time.after(beatEvery, () -> machinery.later(this::beat));
        }
    }

    void close() {
        post.close();
        recorder.close();
        leave();
        pulse.cancel();
        store.close();
    }

    /** Looks for letters, and for something to take. */
    void wake() {
        if (!resting) {
            intake.look();
        }
        if (reading) {
            // Also at rest: what was lent comes back, and what was borrowed may have to stop.
            post.look();
        }
    }

    /** Waits, at rest, until everything that was lent to others is back, or this time has passed. */
    boolean awaitLoans(Duration atMost) throws InterruptedException {
        return lending.awaitBack(atMost);
    }

    private void offered() {
        if (store.isShared() && !resting) {
            lending.consider();
            borrowing.offerNews(others);
        }
    }

    /** Keeps in mind that something is paused, or no longer, and tells the other nodes. */
    void pause(String name, boolean isPaused) {
        store.pause(name, isPaused, time.micros());
        List<Store.Mail> mail = others.stream()
                .map(node -> new Store.Mail(node, Letter.of(PAUSED).toString()))
                .toList();
        if (!mail.isEmpty()) {
            post.sendSurely(mail);
        }
    }

    private void readPaused() {
        paused.accept(new HashSet<>(store.paused()));
    }

    private void beat() {
        if (!store.isShared() || !open) {
            return;
        }
        pulse.cancel();
        pulse = time.after(beatEvery, () -> machinery.later(this::beat));
        try {
            Store.Pulse now = store.beat();
            outage.over();
            others = now.others();
            lending.alive(others);
            borrowing.alive(others);
            if (!resting) {
                borrowing.offer(others);
            }
            SharedGates shared = sharedGates;
            if (shared != null) {
                shared.askAgain();
            }
            readPaused();
            wake();
        } catch (StoreUnavailableException e) {
            outage.noticed(e);
        } catch (FencedException e) {
            fenced();
        }
    }

    /** Every now and then has recorded which bodies run, so that an attempt counts when its node dies under it. */
    private void loadChanged() {
        intake.runEnded();
        lending.consider();
        if (!watching.get() && watching.compareAndSet(false, true)) {
            time.after(Attempt.NOTEWORTHY, () -> {
                watching.set(false);
                for (Attempt attempt : load.running()) {
                    attempt.noteRunning();
                }
                if (!load.running().isEmpty()) {
                    loadChanged();
                }
            });
        }
    }

    /** This node was declared dead: what it had is others', and it begins anew. */
    private synchronized void fenced() {
        if (isAlive()) {
            // Stopped and started again meanwhile: it was the former node that was dead.
            return;
        }
        UUID dead = store.node();
        if (dead.equals(lastDead)) {
            return;
        }
        lastDead = dead;
        LOG.warn("this node gave no sign of life for longer than {}: others take over its executions", lease);
        machinery.forget(new ArrayList<>(archive.active()));
        borrowing.alive(Set.of());
        machinery.later(this::openAnew);
    }

    synchronized void openAnew() {
        try {
            if (open) {
                reopen();
                wake();
            }
        } catch (StoreUnavailableException e) {
            outage.noticed(e);
            time.after(Duration.ofSeconds(1), () -> machinery.later(this::openAnew));
        }
    }

    private void reopen() {
        if (!isAlive()) {
            machinery.forget(new ArrayList<>(archive.active()));
            store.open(silence, this::wake);
        }
    }

    private boolean isAlive() {
        try {
            store.beat();
            return true;
        } catch (FencedException e) {
            return false;
        }
    }

    /** Keeps in mind which fires have been dealt with; soon, by another thread. */
    void dealtWith(String name, long until) {
        machinery.later(() -> {
            try {
                store.dealtWith(name, until);
            } catch (StoreUnavailableException e) {
                // It only says how far to look back for missed fires; the next one will say it again.
                outage.noticed(e);
            }
        });
    }

    /** Lets any node take an execution that was taken here for one change. */
    void release(UUID execution) {
        try {
            store.release(List.of(execution));
            wake();
        } catch (StoreUnavailableException e) {
            outage.noticed(e);
            seekStrays();
        }
    }

    /** There may be executions that the store says are at home here, and that nobody here knows of. */
    void seekStrays() {
        strays.seek();
    }

    private Store.Claimable claimable() {
        Settings.Serving serving = machinery.serving();
        if (machinery.worker().isSelective()) {
            // Whichever worker comes here for them: they wait as well here as anywhere.
            return new Store.Claimable(registry.servedNames(demand -> true), Set.of(), registry.labels());
        }
        Set<String> queues = new HashSet<>(serving.queues());
        if (!queues.isEmpty()) {
            // Who enqueues may not know the job's queue; the name alone says whether it runs here.
            queues.add(RunPolicy.Demand.DEFAULT_QUEUE);
        }
        return new Store.Claimable(registry.servedNames(serving::serves), queues, serving.labels());
    }
}
