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
 * What a body is made for and made from.
 *
 * @param policy how its job or step runs
 * @param grants what a worker's runs of it are given, and may do
 * @param origin where the definition comes from
 * @param parts what bodies are put together from
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

    /** The same for a command that is handed no item. */
    Task task(CommandWork work) {
        return task(work, Task.ITEM_VARIABLE);
    }

    /** The policy of a task that runs below a run of the job: of an item, or of a reducer. */
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

    /** A body that waits has no worker: whatever its policy asks of one does not matter. */
    Made withoutWorker(Body<?> body) {
        Limit limit = policy.demand().limit();
        return new Made(body, new RunPolicy.Demand(RunPolicy.Demand.DEFAULT_QUEUE, Set.of(), limit), policy.retry());
    }
}
