package dev.baton.test;

import java.util.concurrent.CountDownLatch;

/** A call that is answered only when it is told to. Safe from any thread. */
final class HeldCall {

    private final CountDownLatch made = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Keeps the caller waiting. */
    void hold() throws InterruptedException {
        made.countDown();
        released.await();
    }

    boolean isMade() {
        return made.getCount() == 0;
    }

    void awaitCaller() throws InterruptedException {
        made.await();
    }

    /** Lets the caller go, now or when it comes. */
    void release() {
        released.countDown();
    }
}
