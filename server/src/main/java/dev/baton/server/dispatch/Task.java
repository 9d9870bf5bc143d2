package dev.baton.server.dispatch;

import dev.baton.Body;
import dev.baton.RunContext;
import dev.baton.RunPolicy;
import dev.baton.error.NotPossibleException;
import dev.baton.worker.Command;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A body that a worker executes: what it is to do, and what it may read besides what every run may.
 *
 * @param command what to do
 * @param environment variables of the environment
 * @param itemVariable the variable in which an item of a fan-out is handed over
 * @param secrets values that must not appear in the log
 */
public record Task(Command command, Map<String, String> environment, String itemVariable, List<String> secrets)
        implements Body<Object>, HasTask {

    /** The variable of an item that names no other. */
    public static final String ITEM_VARIABLE = "FANOUT_ITEM";

    private static final String KIND = "kind.";
    private static final String HANDLER = "handler.";

    /** Copies what could change. */
    public Task {
        environment = Map.copyOf(environment);
        secrets = List.copyOf(secrets);
    }

    @Override
    public Task task() {
        return this;
    }

    @Override
    public Object call(RunContext context) {
        throw new NotPossibleException(
                context.jobName() + " is for a worker to execute, and none of this process's is" + " made for that.");
    }

    /** What it asks of a worker: what its policy does, and that it knows the kind. */
    public RunPolicy.Demand demand(RunPolicy.Demand policy) {
        Set<String> labels = new HashSet<>(policy.labels());
        labels.add(KIND + command.kind());
        if (command instanceof Command.Handler handler) {
            labels.add(HANDLER + handler.handler());
        }
        return new RunPolicy.Demand(policy.queue(), labels, policy.limit());
    }

    /** Whether a demand is one of a task's. */
    static boolean isDemand(RunPolicy.Demand demand) {
        return demand.labels().stream().anyMatch(label -> label.startsWith(KIND));
    }

    /** The labels of a worker that has some, and knows these kinds and handlers. */
    static Set<String> labelsOf(Set<String> labels, Set<String> kinds, Set<String> handlers) {
        Set<String> all = new HashSet<>(labels);
        kinds.forEach(kind -> all.add(KIND + kind));
        handlers.forEach(handler -> all.add(HANDLER + handler));
        return all;
    }
}
