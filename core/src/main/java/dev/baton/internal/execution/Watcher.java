package dev.baton.internal.execution;

import dev.baton.RunStatus;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches for the end of a run or execution outside its own execution.
 *
 * @param child the execution that waits; once another node owns it, the watcher is void
 * @param step the run that is waited for
 * @param told called when it has ended
 * @param keepsAwake whether the execution that is waited for has to stay in memory, to end soon after what it waits for
 */
public record Watcher(LiveExecution child, int step, Consumer<End> told, boolean keepsAwake) {

    /**
     * The end of a run or execution outside.
     *
     * @param status its status
     * @param words what else there is to say about that; null for nothing
     * @param execution the execution that ended, or whose run did: retention may have removed it by now; null when it is
     *     not known
     */
    public record End(
            RunStatus status,
            @Nullable String words,
            @Nullable LiveExecution execution) {}
}
