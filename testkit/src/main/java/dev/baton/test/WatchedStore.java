package dev.baton.test;

import dev.baton.spi.RunPage;
import dev.baton.spi.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts its calls and the run records it returns, and that can be told to throw or to block at a chosen
 * call. Safe from any thread.
 */
final class WatchedStore {

    private final Store real;
    private final Map<String, AtomicLong> calls = new ConcurrentHashMap<>();
    private final AtomicLong runsRead = new AtomicLong();
    private final AtomicLong permitRequests = new AtomicLong();
    private final Set<UUID> plans = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Trap> trap = new AtomicReference<>();
    private volatile Consumer<Store.Commit> observer = commit -> {};

    WatchedStore(Store real) {
        this.real = real;
    }

    /** An action before a call, in its place, or after it. */
    @FunctionalInterface
    interface Happening {
        void happen() throws Exception;
    }

    /**
     * An action at calls of one method.
     *
     * @param method the method's name
     * @param when whether it applies to the first call only, and whether before or after the call
     */
    private record Trap(String method, When when, Happening happening) {}

    private enum When {
        BEFORE_NEXT,
        BEFORE_EACH,
        AFTER_EACH
    }

    /** The store to give to the scheduler. */
    Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    /** The wrapped store. */
    Store real() {
        return real;
    }

    /** Sets an action before the next call of a method. */
    void beforeNext(String method, Happening happening) {
        trap.set(new Trap(method, When.BEFORE_NEXT, happening));
    }

    /** Sets an action before every call of a method from now on. */
    void beforeEach(String method, Happening happening) {
        trap.set(new Trap(method, When.BEFORE_EACH, happening));
    }

    /** Sets an action after every call of a method from now on, before its caller gets the answer. */
    void afterEach(String method, Happening happening) {
        trap.set(new Trap(method, When.AFTER_EACH, happening));
    }

    /** Sets what looks at every commit from now on, before it is made. */
    void eachCommit(Consumer<Store.Commit> newObserver) {
        observer = newObserver;
    }

    /** Removes the action. */
    void disarm() {
        trap.set(null);
    }

    /** How often a method was called. */
    long calls(String method) {
        return calls.getOrDefault(method, new AtomicLong()).get();
    }

    /** The number of calls that reach the database, over all methods. */
    long calls() {
        return calls.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** The number of run records returned. */
    long runsRead() {
        return runsRead.get();
    }

    /** The number of requests that asked for admission at gates, counting repeats. */
    long permitRequests() {
        return permitRequests.get();
    }

    /** The plans that were written. */
    Set<UUID> plans() {
        return plans;
    }

    private @Nullable Trap trapAt(Method method) {
        Trap next = trap.get();
        return next != null && next.method.equals(method.getName()) ? next : null;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        if (!MortalStore.LOCAL.contains(method.getName())) {
            calls.computeIfAbsent(method.getName(), name -> new AtomicLong()).incrementAndGet();
        }
        if (arguments != null) {
            look(arguments);
        }
        Trap next = trapAt(method);
        if (next != null
                && (next.when == When.BEFORE_EACH
                        || (next.when == When.BEFORE_NEXT && trap.compareAndSet(next, null)))) {
            next.happening.happen();
        }
        try {
            Object answer = method.invoke(real, arguments);
            runsRead.addAndGet(runsIn(answer));
            if (next != null && next.when == When.AFTER_EACH) {
                next.happening.happen();
            }
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static long runsIn(@Nullable Object answer) {
        if (answer instanceof Optional<?> found) {
            return runsIn(found.orElse(null));
        } else if (answer instanceof List<?> all) {
            return all.stream().mapToLong(WatchedStore::runsIn).sum();
        } else if (answer instanceof RunPage page) {
            return page.runs().size();
        }
        return answer instanceof Store.Stored stored ? stored.runs().size() : 0;
    }

    private void look(Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof Store.Commit commit) {
                plans.addAll(commit.plans().keySet());
                observer.accept(commit);
            } else if (argument instanceof List<?> list
                    && !list.isEmpty()
                    && list.get(0) instanceof Store.PermitRequest) {
                permitRequests.addAndGet(list.size());
            }
        }
    }
}
