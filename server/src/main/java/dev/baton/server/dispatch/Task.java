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
 * A body that a worker executes: what it is to do, and what it may read besides what every run may.
 *
 * @param command what to do
 * @param grants what a run is given, and may do
 * @param itemVariable the variable in which an item of a fan-out is handed over
 * @param masked every value that must not be shown; only those among the grants leave the server
 */
public record Task(Command command, Grants grants, String itemVariable, List<String> masked)
        implements Body<Object>, HasTask {

    /** The variable of an item that names no other. */
    public static final String ITEM_VARIABLE = "FANOUT_ITEM";

    private static final String KIND = "kind.";
    private static final String HANDLER = "handler.";

    /**
     * What a run is given, and may do beside its work.
     *
     * @param environment variables of the environment
     * @param secrets secrets by the names of the variables that they are in
     * @param adds the jobs that it may add as steps; null for those that any worker of its own may run
     */
    public record Grants(
            Map<String, String> environment,
            Map<String, String> secrets,
            @Nullable Set<String> adds) {

        /** Nothing. */
        public static final Grants NOTHING = new Grants(Map.of(), Map.of(), null);

        /** Copies what could change. */
        public Grants {
            environment = Map.copyOf(environment);
            secrets = Map.copyOf(secrets);
            adds = adds == null ? null : Set.copyOf(adds);
        }

        /** All variables: a variable of the definition's own has precedence over a secret of the same name. */
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

    /** What it asks of a worker: what its policy does, and that it knows the kind. */
    public RunPolicy.Demand demand(RunPolicy.Demand policy) {
        Set<String> labels = new HashSet<>(policy.labels());
        labels.add(KIND + command.kind());
        command.handlers().forEach(handler -> labels.add(HANDLER + handler));
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
