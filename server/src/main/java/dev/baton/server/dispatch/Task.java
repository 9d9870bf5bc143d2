package dev.baton.server.dispatch;

import dev.baton.Body;
import dev.baton.RunContext;
import dev.baton.RunPolicy;
import dev.baton.error.NotPossibleException;
import dev.baton.worker.Command;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A body that a worker executes.
 *
 * @param command the command
 * @param grants the environment and secrets of its runs, and the jobs they may add
 * @param itemVariable the variable that contains the item of a fan-out
 * @param masked all values to mask; only those among the grants are sent to workers
 */
public record Task(Command command, Grants grants, String itemVariable, List<String> masked)
        implements Body<Object>, HasTask {

    /** The default variable of an item. */
    public static final String ITEM_VARIABLE = "FANOUT_ITEM";

    private static final String KIND = "kind.";
    private static final String HANDLER = "handler.";

    /**
     * The environment and secrets of runs, and the jobs they may add.
     *
     * @param environment variables of the environment
     * @param secrets secrets by the names of the variables that they are in
     * @param adds the jobs that it may add as steps; null for those that any worker of its own may run
     */
    public record Grants(
            Map<String, String> environment,
            Map<String, String> secrets,
            @Nullable Set<String> adds) {

        /** No environment and no secrets. */
        public static final Grants NOTHING = new Grants(Map.of(), Map.of(), null);

        /** Copies what could change. */
        public Grants {
            environment = Map.copyOf(environment);
            secrets = Map.copyOf(secrets);
            adds = adds == null ? null : Set.copyOf(adds);
        }

        /** All variables: a variable of the definition takes precedence over a secret with the same name. */
        Map<String, String> variables() {
            Map<String, String> variables = new LinkedHashMap<>(secrets);
            variables.putAll(environment);
            return variables;
        }

        /** Secrets stay out of logs. */
        @Override
        public String toString() {
            return "Grants" + environment.keySet() + secrets.keySet() + adds;
        }
    }

    /** Copies what could change. */
    public Task {
        masked = List.copyOf(masked);
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
        return "Task[" + command + ", " + grants + "]";
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

    /** Its demand on workers: that of its policy, and the kind of its command. */
    public RunPolicy.Demand demand(RunPolicy.Demand policy) {
        Set<String> labels = new HashSet<>(policy.labels());
        labels.add(KIND + command.kind());
        command.handlers().forEach(handler -> labels.add(HANDLER + handler));
        return new RunPolicy.Demand(policy.queue(), labels, policy.limit());
    }

    /** Whether a demand is that of a task. */
    static boolean isDemand(RunPolicy.Demand demand) {
        return demand.labels().stream().anyMatch(label -> label.startsWith(KIND));
    }

    /** The labels of a worker, with those for its kinds and handlers. */
    static Set<String> labelsOf(Set<String> labels, Set<String> kinds, Set<String> handlers) {
        Set<String> all = new HashSet<>(labels);
        kinds.forEach(kind -> all.add(KIND + kind));
        handlers.forEach(handler -> all.add(HANDLER + handler));
        return all;
    }
}
