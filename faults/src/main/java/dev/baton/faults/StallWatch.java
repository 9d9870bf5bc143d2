package dev.baton.faults;

/** Notes when the machine gives nobody a processor for a while: who is silent then cannot help it. */
final class StallWatch implements AutoCloseable {

    private static final int MILLIS = 100;

    private final Chronicle chronicle;
    private final Thread thread = new Thread(this::watch, "stall-watch");

    private StallWatch(Chronicle chronicle) {
        this.chronicle = chronicle;
    }

    static StallWatch start(Chronicle chronicle) {
        StallWatch watch = new StallWatch(chronicle);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            long before = Ledger.now();
            while (true) {
                Thread.sleep(MILLIS);
                long now = Ledger.now();
                chronicle.stalled(before + MILLIS * 1_000L, now);
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Watches no longer. */
    void end() {
        thread.interrupt();
    }

    @Override
    public void close() {
        end();
    }
}
