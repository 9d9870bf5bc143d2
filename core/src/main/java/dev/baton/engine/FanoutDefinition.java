package dev.baton.engine;

import dev.baton.Body;
import dev.baton.Condition;
import dev.baton.Deferred;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunPolicy;
import dev.baton.Timing;
import dev.baton.WorkflowPolicy;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.spi.ExecutionRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a fan-out runs: a step for each of its items, and the reducer after all of them. Registered with the job that fans
 * out, and started by its runs only.
 */
final class FanoutDefinition extends Definition {

    private final Supplier<Node> owner;

    private volatile @Nullable Shape latest;

    /**
     * Goes with a job.
     *
     * @param owner the job that fans out, as it is now
     */
    FanoutDefinition(String jobName, Supplier<Node> owner) {
        super(Fanout.itemsOf(jobName));
        this.owner = owner;
    }

    private Fanout fanout() {
        return (Fanout) owner.get().job().body();
    }

    /** What an execution with these parameters works on. */
    Shape shape(Map<String, ?> parameters) {
        return shape(Fanout.items(parameters).size());
    }

    /** What an execution over this graph works on. */
    Shape shape(Plan plan) {
        int reducers = plan.step(Fanout.REDUCER).isPresent() ? 1 : 0;
        return shape(plan.size() - reducers, reducers == 1);
    }

    private Shape shape(int items) {
        return shape(items, fanout().reducer().isPresent());
    }

    private Shape shape(int items, boolean reduced) {
        Shape known = latest;
        Fanout fanout = fanout();
        boolean isLatest = known != null
                && known.plan().size() == items + (reduced ? 1 : 0)
                && known.nodes()[0] instanceof Part part
                && part.fanout == fanout;
        if (isLatest && known != null) {
            return known;
        }
        Shape made = make(fanout, items, reduced);
        latest = made;
        return made;
    }

    private Shape make(Fanout fanout, int items, boolean reduced) {
        PlanBuilder graph = new PlanBuilder();
        for (int item = 0; item < items; item++) {
            graph.mayFail(graph.step(Integer.toString(item)));
        }
        if (reduced) {
            int reducer = graph.step(Fanout.REDUCER);
            for (int item = 0; item < items; item++) {
                graph.edge(item, reducer, Condition.COMPLETE.mask());
            }
        }
        Plan plan = graph.build();
        Node[] nodes = new Node[plan.size()];
        Arrays.fill(nodes, new Part(fanout, fanout.itemJob(owner.get().job().name())));
        if (reduced) {
            nodes[items] = new Part(fanout, fanout.reducerJob(owner.get().job().name()));
        }
        @Nullable Body<?>[] plain = new Body<?>[nodes.length];
        for (int step = 0; step < nodes.length; step++) {
            Job job = nodes[step].job();
            plain[step] = job.policy().isPlain() && !(job.body() instanceof Deferred) ? job.body() : null;
        }
        return new Shape(plan, nodes, WorkflowPolicy.DEFAULT.parallel(fanout.concurrency()), plain);
    }

    /** The item that a step is for. */
    Optional<RunContext.Item> item(LiveExecution execution, int step) {
        List<?> items = Fanout.items(execution.cause.parameters());
        return step < items.size() ? Optional.of(new RunContext.Item(items.get(step), step)) : Optional.empty();
    }

    @Override
    Timing timing() {
        return Timing.TRIGGERED;
    }

    @Override
    Set<String> tags() {
        return Set.of();
    }

    @Override
    ExecutionRecord.Place place(UUID home) {
        return new ExecutionRecord.Place(RunPolicy.Demand.DEFAULT_QUEUE, Set.of(), 0, home);
    }

    /** An item's step, or the reducer's. A pause of the job that fans out holds up what has not fanned out yet. */
    private record Part(Fanout fanout, Job job) implements Node {

        @Override
        public boolean isPaused() {
            return false;
        }

        @Override
        public boolean isRemoved() {
            return false;
        }
    }
}
