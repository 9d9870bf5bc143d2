package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.error.NotPossibleException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One case of hostile user code: the hostility, the scheduler and execution it strikes, and the result. User code calls
 * {@link #now()} where it turns hostile. Safe from any thread.
 */
final class Strike {

    /** The job or workflow whose code is hostile. */
    static final String HOSTILE = "hostile";

    /** A job that hostile code triggers. */
    static final String OTHER = "other";

    private final Hostility hostility;
    private final CountDownLatch struck = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> complaint = new AtomicReference<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicReference<@Nullable UUID> execution = new AtomicReference<>();
    private volatile @Nullable Baton baton;
    private volatile boolean disarmed;
    private volatile boolean registered;

    Strike(Hostility hostility) {
        this.hostility = hostility;
    }

    /** Sets the scheduler to strike. */
    void against(Baton victim) {
        baton = victim;
    }

    /** Strikes, and remembers the execution that the hostile code belongs to. */
    void now(UUID ofExecution) {
        execution.set(ofExecution);
        now();
    }

    /** Strikes. */
    void now() {
        if (disarmed) {
            return;
        }
        underWay.incrementAndGet();
        struck.countDown();
        try {
            hostility.strike(this);
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** Remembers the execution, for code that strikes later. */
    void belongsTo(UUID ofExecution) {
        execution.set(ofExecution);
    }

    /** Reports that the code is registered to be called when its run is stopped. */
    void register() {
        registered = true;
    }

    boolean hasRegistered() {
        return registered;
    }

    /** Prevents any further strike. */
    void disarm() {
        disarmed = true;
    }

    /** Unblocks blocked code. */
    void release() {
        released.countDown();
    }

    boolean hasStruck() {
        return struck.getCount() == 0;
    }

    /** Whether hostile code is striking at the moment. */
    boolean isUnderWay() {
        return underWay.get() > 0;
    }

    /** The error that the scheduler gave to hostile code for a legitimate call; null if there was none. */
    @Nullable Throwable complaint() {
        return complaint.get();
    }

    // ---- for hostilities

    /** Blocks, whatever interrupts it, until the test releases it. */
    void block() {
        boolean interrupted = false;
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls back into the scheduler; any exception other than "not possible" is a complaint. */
    void callBack(Call call) {
        try {
            call.to(Objects.requireNonNull(baton));
        } catch (NotPossibleException expected) {
            // A legitimate answer: the call is not possible at the moment.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error answer) {
            complaint.compareAndSet(null, answer);
        }
    }

    /** The execution that the hostile code belongs to, from inside. */
    Execution self(Baton victim) {
        return victim.execution(Objects.requireNonNull(execution.get(), "no execution is known"));
    }

    /** A call into a scheduler. */
    @FunctionalInterface
    interface Call {
        void to(Baton victim) throws InterruptedException;
    }
}
