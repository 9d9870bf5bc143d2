package dev.baton.server.kind;

import dev.baton.Body;
import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.Task;
import dev.baton.server.resolve.Origin;
import java.util.List;
import java.util.Set;

/**
 * The context in which a body is created.
 *
 * @param policy the policy of its job or step
 * @param grants the environment and secrets of its runs, and the jobs they may add
 * @param origin the author of the definition
 * @param parts the parts of the server that bodies use
 */
public record Setting(RunPolicy policy, Task.Grants grants, Origin origin, Parts parts) {

    /** A body that a worker executes. */
    Task task(CommandWork work, String itemVariable) {
        return new Task(
                work.command(),
                grants,
                itemVariable,
                List.copyOf(parts.secrets().values()));
    }

    /** A body that a worker executes without an item. */
    Task task(CommandWork work) {
        return task(work, Task.ITEM_VARIABLE);
    }

    /** The policy of a child run of the job: an item or a reducer. */
    RunPolicy below(RunPolicy usual, Task task, Retry retry, RunPolicy.Limits limits) {
        return new RunPolicy(
                retry,
                limits,
                policy.priority(),
                usual.overlap(),
                usual.wrapping(),
                usual.allowFailure(),
                task.demand(policy.demand()));
    }

    /** A body that waits needs no worker, so the demand in its policy is ignored. */
    Made withoutWorker(Body<?> body) {
        Limit limit = policy.demand().limit();
        return new Made(body, new RunPolicy.Demand(RunPolicy.Demand.DEFAULT_QUEUE, Set.of(), limit), policy.retry());
    }
}
