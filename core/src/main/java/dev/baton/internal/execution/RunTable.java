package dev.baton.internal.execution;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.spi.Codec;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Time;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The facts about an execution's runs besides their states, in arrays by step. Written within the execution's turn;
 * others may read what happened before the message that led them here.
 */
public final class RunTable {

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);

    /** In the place of an output that only the store has. */
    private static final Object LEFT = new Object();

    private long[] started;
    private long[] finished;
    private short[] attempts;
    private byte[] why;
    private @Nullable Object @Nullable [] outputs;
    private volatile @Nullable LeftOutputs left;
    private volatile @Nullable Map<Integer, RunDetails> details;

    RunTable(int size) {
        this.started = new long[size];
        this.finished = new long[size];
        this.attempts = new short[size];
        this.why = new byte[size];
    }

    /**
     * Makes room for more steps. Others may be reading: they see the arrays of before or those of after, and what they
     * read of steps they know of is the same in both.
     */
    void grow(int size) {
        long[] newStarted = Arrays.copyOf(started, size);
        long[] newFinished = Arrays.copyOf(finished, size);
        short[] newAttempts = Arrays.copyOf(attempts, size);
        byte[] newWhy = Arrays.copyOf(why, size);
        @Nullable Object[] newOutputs = outputs == null ? null : Arrays.copyOf(outputs, size);
        VarHandle.releaseFence();
        started = newStarted;
        finished = newFinished;
        attempts = newAttempts;
        why = newWhy;
        outputs = newOutputs;
    }

    /** Which attempt of a run was the last that counts; 0 for none. */
    public int attempts(int step) {
        return attempts[step];
    }

    /** When the last attempt of a run started, in microseconds. */
    public long started(int step) {
        return started[step];
    }

    /** When a run ended, in microseconds; 0 before. */
    public long finished(int step) {
        return finished[step];
    }

    /** Why a run ended as it did. */
    public EndReason why(int step) {
        return EndReason.of(why[step]);
    }

    /** An attempt of a run has begun, and counts. */
    public void setAttempt(int step, int number, long startedAt) {
        attempts[step] = (short) Math.min(number, Short.MAX_VALUE);
        started[step] = startedAt;
    }

    /** Keeps the last attempt of a run that goes on after it, or was opened again; it finished then, 0 if never. */
    void keepAttempt(int step, long finishedAt, RunStatus end, String reason) {
        details(step)
                .attemptOver(new Run.Attempt(
                        attempts[step],
                        Time.toInstant(started[step]),
                        finishedAt == 0 ? null : Time.toInstant(finishedAt),
                        end,
                        reason));
    }

    /** A run has ended, or is open again. */
    public void setEnd(int step, long finishedAt, EndReason reason) {
        finished[step] = finishedAt;
        why[step] = (byte) reason.number();
    }

    /**
     * A step's output. Calls the user's codec, and perhaps the store: not within a turn.
     *
     * @throws dev.baton.spi.StoreUnavailableException when only the store has the output, and cannot be reached
     */
    public @Nullable Object output(int step) {
        Object output = outputs == null ? null : outputs[step];
        if (output == LEFT) {
            return leftOutputs(step, step + 1).values().get(step);
        }
        return output instanceof Output kept ? kept.value() : output;
    }

    /** A step's output in the form it is kept in. */
    public Codec.@Nullable Encoded encodedOutput(int step) {
        Object output = outputs == null ? null : outputs[step];
        if (output == LEFT) {
            return RunRecord.Result.LEFT_IN_STORE;
        }
        return output instanceof Output kept ? kept.encoded() : null;
    }

    /** Whether only the store has a step's output. */
    public boolean isLeft(int step) {
        return outputs != null && outputs[step] == LEFT;
    }

    /** Outputs that only the store has, of as many of these steps as it reads at a time. Not within a turn. */
    public LeftOutputs.Page leftOutputs(int from, int to) {
        LeftOutputs source = left;
        return source == null ? new LeftOutputs.Page(Map.of(), to) : source.read(from, to);
    }

    /** Reads outputs from here that are left in the store. */
    public void readLeftFrom(LeftOutputs source) {
        left = source;
    }

    /** Notes that a recorded output is left in the store. */
    public void setLeft(int step) {
        setOutput(step, LEFT);
    }

    /** Leaves an output in the store, which has recorded it, unless the step has another by now. From any thread. */
    @SuppressWarnings("ReferenceEquality") // an equal output of a later attempt may not be recorded yet
    public void leave(int step, Codec.Encoded recorded) {
        @Nullable Object[] known = outputs;
        if (left != null && known != null && known[step] instanceof Output kept && kept.encoded() == recorded) {
            ELEMENT.compareAndSet(known, step, kept, LEFT);
        }
    }

    /** Keeps a step's output. */
    public void setOutput(int step, Object output) {
        if (outputs == null) {
            outputs = new Object[started.length];
        }
        outputs[step] = output;
    }

    /** The details of a run; null if it has none. */
    public @Nullable RunDetails detailsOrNull(int step) {
        Map<Integer, RunDetails> known = details;
        return known == null ? null : known.get(step);
    }

    /** The same, to write to. */
    public RunDetails details(int step) {
        Map<Integer, RunDetails> known = details;
        if (known == null) {
            synchronized (this) {
                known = details;
                if (known == null) {
                    known = new ConcurrentHashMap<>();
                    details = known;
                }
            }
        }
        return known.computeIfAbsent(step, s -> new RunDetails());
    }
}
