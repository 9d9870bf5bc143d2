package dev.baton.graph;

/**
 * The results of a call to {@link Progress}: which steps became ready and which were skipped. Reused by one caller.
 *
 * <pre>{@code
 * Effects effects = new Effects();
 * progress.start(effects);
 * for (int step : effects.ready().toArray()) {
 *     System.out.println(plan.name(step) + " can run");
 * }
 * }</pre>
 */
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

    /** Clears both lists. */
    public void clear() {
        ready.clear();
        skipped.clear();
    }
}
