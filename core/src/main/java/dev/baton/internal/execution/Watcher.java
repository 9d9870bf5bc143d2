package dev.baton.internal.execution;

import dev.baton.RunStatus;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of a run, or of an execution, outside its own.
 *
 * @param child the execution that waits; once it is advanced elsewhere, nobody here does
 * @param step the run that is waited for
 * @param told told when it has ended
 */
public record Watcher(LiveExecution child, int step, Consumer<End> told) {

    /**
     * How something outside ended.
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
