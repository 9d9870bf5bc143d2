package dev.baton.engine;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Executions that belong to a run of another: each is started once, however often it is asked for, and is told of when it
 * has ended, wherever that happens. Safe from any thread.
 */
final class Nesting {

    private final Machinery machinery;
    private final Machinery.ExecutionEnds executions;
    private volatile BiFunction<RunId, Submission, Execution> starter = (parent, submission) -> {
        throw new IllegalStateException("nothing can be started yet");
    };

    Nesting(Machinery machinery, Machinery.ExecutionEnds executions) {
        this.machinery = machinery;
        this.executions = executions;
    }

    /** Who starts an execution for a run, unless there is one already. */
    void startWith(BiFunction<RunId, Submission, Execution> newStarter) {
        starter = newStarter;
    }

    Execution start(Attempt parent, Submission submission, Consumer<Execution> ended) {
        Execution nested = starter.apply(parent.runId(), submission);
        follow(parent, nested, ended);
        return nested;
    }

    /** Goes on with the execution that was started for a run before; nothing when there is none. */
    Optional<Execution> resume(Attempt parent, Consumer<Execution> ended) {
        LiveExecution known = executions.withKey(Keys.within(parent.runId()));
        if (known == null) {
            return Optional.empty();
        }
        Execution nested = executions.handle(known);
        follow(parent, nested, ended);
        return Optional.of(nested);
    }

    private void follow(Attempt parent, Execution nested, Consumer<Execution> ended) {
        if (parent.attempt() > 1 && nested.status().isTerminal() && hasFailures(nested)) {
            nested.retry();
        }
        parent.onStop(() -> stop(parent, nested));
        machinery.externals().watch(parent.execution, nested.id(), end -> tell(parent, nested.id(), ended));
    }

    private static boolean hasFailures(Execution nested) {
        return nested.runs().stream().anyMatch(run -> run.status().countsAsFailure());
    }

    private void stop(Attempt parent, Execution nested) {
        Stop reason = parent.stopReason();
        if (reason != Stop.SHUTDOWN && reason != Stop.LOST) {
            machinery.later(nested::cancel);
        }
    }

    private void tell(Attempt parent, UUID id, Consumer<Execution> ended) {
        try {
            LiveExecution found = executions.find(id);
            if (found == null) {
                throw NoSuchExecutionException.id(id);
            }
            ended.accept(executions.handle(found));
        } catch (RuntimeException e) {
            // Whoever waits for the parent must not wait for ever.
            parent.fail(e);
        }
    }
}
