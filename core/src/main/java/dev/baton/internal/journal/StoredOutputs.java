package dev.baton.internal.journal;

import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.LeftOutputs;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.RunTable;
import dev.baton.spi.Codec;
import dev.baton.spi.RunPage;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of an execution that only the store has: the long ones of an execution with many steps, which would not
 * fit into memory together. Safe from any thread.
 */
final class StoredOutputs implements LeftOutputs {

    /** Bytes of outputs that are read at a time. */
    static final long PAGE = 1 << 20;

    private final Store store;
    private final LiveExecution execution;

    StoredOutputs(Store store, LiveExecution execution) {
        this.store = store;
        this.execution = execution;
    }

    @Override
    public Page read(int from, int to) {
        RunPage page = store.runs(execution.id(), from, to, PAGE);
        Map<Integer, @Nullable Object> values = new HashMap<>();
        for (RunRecord run : page.runs()) {
            Codec.Encoded output = run.result().output();
            if (output != null) {
                values.put(
                        run.step(),
                        store.codec().decode(output, execution.node(run.step()).loader()));
            }
        }
        return new Page(values, page.next());
    }

    /** Drops the long outputs of a recorded change from memory, if its execution has many steps. */
    static void leave(Change recorded) {
        RunTable runs = recorded.execution().runs();
        if (recorded.execution().plan().size() <= RunRecord.Result.MANY_STEPS) {
            return;
        }
        for (RunRecord run : recorded.runs()) {
            Codec.Encoded output = run.result().output();
            if (output != null && output.json().length() > RunRecord.Result.LONG_OUTPUT) {
                runs.leave(run.step(), output);
            }
        }
    }
}
