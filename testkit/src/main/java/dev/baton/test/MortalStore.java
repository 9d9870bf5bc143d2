package dev.baton.test;

import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store that can be cut off from its scheduler, as if the process had been killed: nothing more is recorded, and the
 * next scheduler on the same database goes on from what was. For tests of restarts. Safe from any thread.
 */
public final class MortalStore {

    /** What a store answers without asking its database. */
    static final Set<String> LOCAL = Set.of("codec", "writers", "isShared", "clockAhead", "node");

    private final Store alive;
    private volatile boolean dead;
    private int commitsLeft = Integer.MAX_VALUE;
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
     * Cuts it off now. Others need not wait for the lease to run out: what this node was at is adrift. Every later call
     * finds the store unavailable.
     */
    public void die() {
        cutOff(alive.isShared());
    }

    /** Cuts it off now, without a word to others: they find out when the lease has run out. */
    public void fallSilent() {
        cutOff(false);
    }

    /** Whether it was cut off. */
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
     * Cuts it off in the middle of a commit: the caller sees a {@link Killed}.
     *
     * @param number which commit from now on, the next being 1
     * @param recorded whether that commit is still made, and only its answer is lost
     */
    public synchronized void dieAtCommit(int number, boolean recorded) {
        commitsLeft = number;
        lastIsRecorded = recorded;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        if (dead && method.getName().equals("close")) {
            return null;
        }
        if (dead && !LOCAL.contains(method.getName())) {
            throw new StoreUnavailableException("the store was cut off", new IllegalStateException("dead"));
        }
        if (method.getName().equals("commit") && isLastCommit()) {
            if (lastIsRecorded) {
                invoke(method, arguments);
            }
            die();
            throw new Killed();
        }
        return invoke(method, arguments);
    }

    private synchronized boolean isLastCommit() {
        commitsLeft--;
        return commitsLeft == 0;
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(alive, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /** What is left of a process that was killed: nobody but the test is to catch it. */
    public static final class Killed extends Error {

        private static final long serialVersionUID = 1;

        Killed() {
            super("killed, as the test asked for");
        }
    }
}
