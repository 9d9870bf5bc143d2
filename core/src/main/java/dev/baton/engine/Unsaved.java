package dev.baton.engine;

import dev.baton.graph.IntList;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What turns did to an execution that is not recorded yet, and what is to happen once it is: nobody is told of anything
 * before. Touched within the execution's turn only, {@link #isRecording} aside.
 */
final class Unsaved {

    private final IntList steps = new IntList();
    private final BitSet touched = new BitSet();
    private List<Effect> effects = new ArrayList<>();
    private List<Store.Left> left = new ArrayList<>(0);
    private Store.@Nullable Transaction transaction;
    private @Nullable Saved saved;
    private boolean queued;

    /** Set while what was collected is on its way to the store: what happens now must not overtake it. */
    private volatile boolean recording;

    /** Something that is to happen once what led to it is recorded. */
    @FunctionalInterface
    interface Effect {

        void happen();

        /** It will not be recorded: this node is no longer the execution's home. */
        default void dropped() {}
    }

    /** What was recorded last about the execution itself. */
    record Saved(int flags, Object status, long begun, boolean grown) {}

    void touch(int step) {
        if (!touched.get(step)) {
            touched.set(step);
            steps.add(step);
        }
    }

    void after(Effect effect) {
        effects.add(effect);
    }

    void leave(Store.Left gate) {
        left.add(gate);
    }

    /** A body has written to this transaction, which is to be committed with the end of its run. */
    void join(Store.@Nullable Transaction bodys) {
        transaction = bodys != null ? bodys : transaction;
    }

    boolean isAboutRuns() {
        return !steps.isEmpty() || !left.isEmpty();
    }

    boolean isEmpty() {
        return effects.isEmpty();
    }

    boolean isNew(Saved now) {
        return !now.equals(saved);
    }

    void setSaved(Saved now) {
        saved = now;
    }

    boolean isQueued() {
        return queued;
    }

    void setQueued(boolean newQueued) {
        queued = newQueued;
    }

    boolean isRecording() {
        return recording;
    }

    void setRecording(boolean newRecording) {
        recording = newRecording;
    }

    int[] takeSteps() {
        int[] taken = steps.toArray();
        steps.clear();
        touched.clear();
        return taken;
    }

    List<Effect> takeEffects() {
        List<Effect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }

    List<Store.Left> takeLeft() {
        List<Store.Left> taken = left;
        left = new ArrayList<>(0);
        return taken;
    }

    boolean hasTransaction() {
        return transaction != null;
    }

    Store.@Nullable Transaction takeTransaction() {
        Store.Transaction taken = transaction;
        transaction = null;
        return taken;
    }
}
