package dev.baton.graph;

/** What {@link Progress} says is to be done: which steps became ready, which were skipped. Reused by one caller. */
public final class Effects {

    private final IntList ready = new IntList();
    private final IntList skipped = new IntList();

    /** The steps that may run now. */
    public IntList ready() {
        return ready;
    }

    /** The steps that ended as skipped because their conditions cannot be met. */
    public IntList skipped() {
        return skipped;
    }

    /** Forgets both. */
    public void clear() {
        ready.clear();
        skipped.clear();
    }
}
