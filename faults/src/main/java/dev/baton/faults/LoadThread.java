package dev.baton.faults;

import java.util.Random;

/** A thread that keeps nodes busy. */
final class LoadThread implements AutoCloseable {

    private static final int PAUSE_AT_REST_MILLIS = 1_000;

    private final LoadMaker maker;
    private final int pauseMillis;
    private final Random random;
    private final Thread thread = new Thread(this::work, "load");
    private volatile boolean resting;

    private LoadThread(LoadMaker maker, int pauseMillis, long seed) {
        this.maker = maker;
        this.pauseMillis = pauseMillis;
        this.random = new Random(seed);
    }

    /** Starts to ask for executions, with pauses of this length on average. */
    static LoadThread start(LoadMaker maker, int pauseMillis, long seed) {
        LoadThread load = new LoadThread(maker, pauseMillis, seed);
        load.thread.setDaemon(true);
        load.thread.start();
        return load;
    }

    /** Asks for nothing new from now on, and goes on asking for what was not acknowledged. */
    void rest() {
        resting = true;
    }

    private void work() {
        try {
            while (true) {
                if (resting) {
                    maker.askAgain();
                    Thread.sleep(PAUSE_AT_REST_MILLIS);
                } else {
                    maker.addOne();
                    Thread.sleep(random.nextInt(2 * pauseMillis));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
