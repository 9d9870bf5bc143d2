package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import java.util.Arrays;

/**
 * The recorded statuses of an execution and its runs, which users may see. Written by one thread at a time, in the
 * order of the execution's changes; read by any thread.
 */
public final class Shown {

    private static final RunStatus[] STATUSES = RunStatus.values();

    /** By step the ordinal of a status. */
    private volatile byte[] runs;

    private volatile ExecutionStatus status = ExecutionStatus.RUNNING;

    Shown(int size) {
        this.runs = new byte[size];
    }

    RunStatus get(int step) {
        byte[] known = runs;
        return step < known.length ? STATUSES[known[step]] : RunStatus.BLOCKED;
    }

    ExecutionStatus status() {
        return status;
    }

    /** Others may see this status of a run. */
    public void show(int step, RunStatus newStatus) {
        byte[] known = runs;
        if (step >= known.length) {
            known = Arrays.copyOf(known, Math.max(step + 1, known.length * 2));
        }
        known[step] = (byte) newStatus.ordinal();
        runs = known;
    }

    /** Others may see this status of the execution. */
    public void show(ExecutionStatus newStatus) {
        status = newStatus;
    }
}
