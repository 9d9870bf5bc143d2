package dev.baton.server.kind;

import dev.baton.Approval;
import dev.baton.Body;
import dev.baton.Fanout;
import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.Task;
import dev.baton.server.resolve.Origin;
import dev.baton.server.spec.ApprovalWork;
import dev.baton.server.spec.CommandWork;
import dev.baton.server.spec.FanoutWork;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.WaitWork;
import dev.baton.server.spec.WindowWork;
import dev.baton.server.spec.WorkSpec;
import dev.baton.server.spec.WorkflowWork;
import dev.baton.server.window.WindowBody;
import dev.baton.worker.Command;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Makes the bodies of jobs and steps: one way for each kind. */
final class Bodies {

    private final Parts parts;

    Bodies(Parts parts) {
        this.parts = parts;
    }

    /**
     * A body, with what of its job's policy is the body's.
     *
     * @param body the body
     * @param demand what it asks of a worker
     * @param retry when the run itself is tried again
     */
    record Made(Body<?> body, RunPolicy.Demand demand, Retry retry) {}

    /** A body, for a definition that comes from there. */
    Made make(WorkSpec work, PolicySpec policy, Origin origin) {
        if (work instanceof CommandWork command) {
            Task task = task(command.command(), policy, Task.ITEM_VARIABLE);
            return new Made(task, task.demand(policy.demand()), policy.retry());
        } else if (work instanceof WindowWork window) {
            Task task = task(window.command(), policy, Task.ITEM_VARIABLE);
            return new Made(
                    parts.window(window, task), task.demand(policy.demand()), WindowBody.forTask(policy.retry()));
        } else if (work instanceof FanoutWork fanout) {
            return new Made(fanout(fanout, policy, origin), RunPolicy.Demand.NONE, Retry.none());
        } else if (work instanceof WorkflowWork workflow) {
            return own(parts.subWorkflow(workflow), policy);
        } else if (work instanceof ApprovalWork approval) {
            return own(new Approval(approval.message()), policy);
        } else if (work instanceof WaitWork wait) {
            return own(parts.waiting(wait, origin), policy);
        }
        throw new IllegalArgumentException("no such kind of work: " + work.kind());
    }

    /** What waits has no worker: whatever it asked of one does not matter. */
    private static Made own(Body<?> body, PolicySpec policy) {
        Limit limit = policy.demand().limit();
        return new Made(body, new RunPolicy.Demand(RunPolicy.Demand.DEFAULT_QUEUE, Set.of(), limit), policy.retry());
    }

    private Task task(Command command, PolicySpec policy, String itemVariable) {
        Map<String, String> all = parts.secrets();
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : policy.grants().secrets()) {
            String value = all.get(name);
            if (value != null) {
                given.put(name, value);
            }
        }
        Task.Grants grants = new Task.Grants(
                policy.env(),
                given,
                policy.grants().adds() == null
                        ? null
                        : Set.copyOf(policy.grants().adds()));
        return new Task(command, grants, itemVariable, List.copyOf(all.values()));
    }

    // ---- fan-outs

    private Fanout fanout(FanoutWork work, PolicySpec policy, Origin origin) {
        Task each = task(work.command(), policy, work.itemVar());
        RunPolicy.Limits limits = work.limits().perItem() == null
                ? policy.limits()
                : new RunPolicy.Limits(work.limits().perItem(), policy.limits().total());
        Fanout fanout = Fanout.over(source(work, origin))
                .concurrency(work.limits().concurrency())
                .tolerance(work.limits().partialTolerance())
                .maxItems(work.limits().maxItems())
                .policy(old -> new RunPolicy(
                        policy.retry(),
                        limits,
                        policy.priority(),
                        old.overlap(),
                        old.wrapping(),
                        old.allowFailure(),
                        each.demand(policy.demand())))
                .each(each);
        return work.reducer() == null ? fanout : reduced(fanout, work.reducer(), policy);
    }

    private Fanout reduced(Fanout fanout, FanoutWork.Reducer reducer, PolicySpec policy) {
        Task body = task(reducer.command(), policy, Task.ITEM_VARIABLE);
        return fanout.reduce(
                runOn(reducer.runOn()),
                body,
                old -> new RunPolicy(
                        reducer.retry(),
                        policy.limits(),
                        policy.priority(),
                        old.overlap(),
                        old.wrapping(),
                        old.allowFailure(),
                        body.demand(policy.demand())));
    }

    private static Fanout.RunOn runOn(FanoutWork.RunOn runOn) {
        return switch (runOn) {
            case SUCCESS -> Fanout.RunOn.SUCCESS;
            case ANY_SUCCESS -> Fanout.RunOn.ANY_SUCCESS;
            case ALWAYS -> Fanout.RunOn.ALWAYS;
        };
    }

    private Fanout.Source source(FanoutWork work, Origin origin) {
        FanoutWork.Items items = work.items();
        if (items instanceof FanoutWork.Literal literal) {
            return context -> literal.values();
        } else if (items instanceof FanoutWork.FromStep step) {
            return context -> list(context.output(step.step(), Object.class), step.step());
        } else if (items instanceof FanoutWork.FromUri uri) {
            return parts.items(uri, work.limits().maxItems(), origin);
        }
        throw new IllegalArgumentException("no such source of items: " + items);
    }

    /** The items in an output: a list, the list under {@code items} in an object, or the lines of a text. */
    private static List<?> list(Object output, String step) {
        if (output instanceof List<?> list) {
            return list;
        }
        if (output instanceof Map<?, ?> map && map.get("items") != null) {
            return list(Objects.requireNonNull(map.get("items")), step);
        }
        if (output instanceof String text) {
            return text.lines().filter(line -> !line.isBlank()).toList();
        }
        throw new IllegalArgumentException("the output of " + step + " is not a list of items: write a JSON array to"
                + " the file that BATON_OUTPUT names");
    }
}
