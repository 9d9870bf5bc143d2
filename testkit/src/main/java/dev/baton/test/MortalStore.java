package dev.baton.test;

import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store that can be cut off from its scheduler, as if the process had been killed: nothing more is recorded, and the
 * next scheduler on the same database resumes from the recorded state. For tests of restarts. Safe from any thread.
 *
 * <pre>{@code
 * MortalStore store = MortalStore.around(Stores.sqlite(file));
 * Baton baton = Baton.on(store.store());
 * store.die();
 * }</pre>
 */
public final class MortalStore {

    /** The methods that a store answers without its database. */
    static final Set<String> LOCAL = Set.of("codec", "writers", "isShared", "clockAhead", "node");

    private final Store alive;
    private volatile boolean dead;
    private Predicate<Store.Commit> isLast = commit -> false;
    private boolean lastIsRecorded;

    private MortalStore(Store alive) {
        this.alive = alive;
    }

    /** Makes a store mortal. */
    public static MortalStore around(Store store) {
        return new MortalStore(store);
    }

    /** The store to give to the scheduler. */
    public Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    /**
     * Cuts the store off now. Other nodes need not wait for the lease to expire: this node's executions lose their
     * owner at once. Every later call throws that the store is unavailable.
     */
    public void die() {
        cutOff(alive.isShared());
    }

    /** Cuts the store off now, without telling other nodes, which notice when the lease expires. */
    public void fallSilent() {
        cutOff(false);
    }

    /** Whether the store was cut off. */
    public boolean isDead() {
        return dead;
    }

    private synchronized void cutOff(boolean handOver) {
        if (!dead) {
            dead = true;
            if (handOver) {
                alive.handOver();
            }
            alive.close();
        }
    }

    /**
     * Cuts the store off in the middle of a commit, which throws {@link Killed} to its caller.
     *
     * @param number the number of the commit from now on, the next being 1
     * @param recorded whether the commit takes effect and only its answer is lost
     */
    public void dieAtCommit(int number, boolean recorded) {
        AtomicInteger left = new AtomicInteger(number);
        dieAtCommit(commit -> left.decrementAndGet() == 0, recorded);
    }

    /**
     * Cuts the store off in the middle of the first such commit, which throws {@link Killed} to its caller.
     *
     * @param which asked about each commit from now on
     * @param recorded whether the commit takes effect and only its answer is lost
     */
    public synchronized void dieAtCommit(Predicate<Store.Commit> which, boolean recorded) {
        isLast = which;
        lastIsRecorded = recorded;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        if (dead && method.getName().equals("close")) {
            return null;
        }
        if (dead && !LOCAL.contains(method.getName())) {
            throw new StoreUnavailableException("the store was cut off", new IllegalStateException("dead"));
        }
        if (method.getName().equals("commit") && isLastCommit(Objects.requireNonNull(arguments)[0])) {
            if (lastIsRecorded) {
                invoke(method, arguments);
            }
            die();
            throw new Killed();
        }
        return invoke(method, arguments);
    }

    private synchronized boolean isLastCommit(Object commit) {
        return isLast.test((Store.Commit) commit);
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(alive, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /** Stands for the death of the process: only the test may catch it. */
    public static final class Killed extends Error {

        private static final long serialVersionUID = 1;

        Killed() {
            super("killed, as the test asked for");
        }
    }
}
