package dev.baton.internal;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.WorkflowPolicy;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.execution.LiveExecution;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the callbacks of a workflow at the end of its executions. Safe from any thread. */
final class Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    private Callbacks() {}

    /** Calls the callback of an execution that has ended, on another thread. */
    static void call(LiveExecution execution, Executor executor, Function<LiveExecution, Execution> handles) {
        WorkflowPolicy.Callbacks callbacks = execution.policy().callbacks();
        if (execution.status() == ExecutionStatus.SKIPPED) {
            // The execution neither succeeded nor failed.
            return;
        }
        boolean success = execution.status().countsAsSuccess();
        Consumer<? super Execution> callback = success ? callbacks.onSuccess() : callbacks.onFailure();
        if (callback != WorkflowPolicy.Callbacks.NOTHING) {
            executor.execute(() -> {
                try {
                    callback.accept(handles.apply(execution));
                } catch (Throwable e) {
                    LOG.error("{}: its callback failed", execution, e);
                }
            });
        }
    }

    /**
     * Whether a definition that runs once is finished with this execution: after its fire or, if it never fires by
     * itself, after any execution.
     */
    static boolean wasTheOne(LiveExecution execution, boolean firesByItself) {
        Definition definition = execution.definition();
        Trigger trigger = execution.cause().trigger();
        boolean itsFire = trigger == Trigger.SCHEDULE || trigger == Trigger.CATCH_UP || !firesByItself;
        return definition.timing().once() && itsFire;
    }
}
