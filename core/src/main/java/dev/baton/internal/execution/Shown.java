package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The recorded statuses of an execution and its runs, which users may see. Written by one thread at a time, in the
 * order of the execution's changes; read by any thread.
 */
public final class Shown {

    private static final RunStatus[] STATUSES = RunStatus.values();

    // Released, not volatile: there are several for each run that ends, and a fence for each would cost as much as all
    // the rest of its change.
    private static final VarHandle RUNS = handle("runs", byte[].class);
    private static final VarHandle STATUS = handle("status", ExecutionStatus.class);

    /** By step the ordinal of a status. */
    private byte[] runs;

    // Read through its handle alone.
    @SuppressWarnings("UnusedVariable")
    private ExecutionStatus status = ExecutionStatus.RUNNING;

    Shown(int size) {
        this.runs = new byte[size];
    }

    RunStatus get(int step) {
        byte[] known = (byte[]) RUNS.getAcquire(this);
        return step < known.length ? STATUSES[known[step]] : RunStatus.BLOCKED;
    }

    ExecutionStatus status() {
        return (ExecutionStatus) STATUS.getAcquire(this);
    }

    /** Others may see this status of a run. */
    public void show(int step, RunStatus newStatus) {
        byte[] known = runs;
        if (step >= known.length) {
            known = Arrays.copyOf(known, Math.max(step + 1, known.length * 2));
        }
        known[step] = (byte) newStatus.ordinal();
        RUNS.setRelease(this, known);
    }

    /** Others may see this status of the execution. */
    public void show(ExecutionStatus newStatus) {
        STATUS.setRelease(this, newStatus);
    }

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Shown.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
