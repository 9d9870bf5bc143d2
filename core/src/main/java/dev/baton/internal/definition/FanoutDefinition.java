package dev.baton.internal.definition;

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
 * The graph of a fan-out: a step for each of its items, and the reducer after all of them. Registered together with the
 * job that fans out; only the runs of that job start it.
 */
public final class FanoutDefinition extends Definition {

    private final Supplier<Node> owner;

    private volatile @Nullable BoundPlan latest;

    /**
     * The items of a job.
     *
     * @param jobName the name of the job that fans out
     * @param owner the current version of that job
     */
    FanoutDefinition(String jobName, Supplier<Node> owner) {
        super(Fanout.itemsOf(jobName));
        this.owner = owner;
    }

    /** The plan of an execution with these parameters. */
    BoundPlan boundPlan(Map<String, ?> parameters) {
        Fanout fanout = (Fanout) owner.get().job().body();
        return boundPlan(
                fanout, Fanout.items(parameters).size(), fanout.reducer().isPresent());
    }

    /**
     * The plan of an execution over this graph, with the current item job and reducer; marked as removed if the job no
     * longer has them.
     */
    BoundPlan boundPlan(Plan plan) {
        boolean reduced = plan.step(Fanout.REDUCER).isPresent();
        boolean isStill = owner.get().job().body() instanceof Fanout fanout
                && (!reduced || fanout.reducer().isPresent());
        if (!isStill) {
            Node[] gone = new Node[plan.size()];
            Arrays.fill(gone, new GoneNode(owner.get().job()));
            return new BoundPlan(plan, gone, WorkflowPolicy.DEFAULT, new Body<?>[gone.length]);
        }
        int items = plan.size() - (reduced ? 1 : 0);
        return boundPlan((Fanout) owner.get().job().body(), items, reduced);
    }

    private BoundPlan boundPlan(Fanout fanout, int items, boolean reduced) {
        BoundPlan known = latest;
        boolean isLatest = known != null
                && known.plan().size() == items + (reduced ? 1 : 0)
                && known.nodes()[0] instanceof Part part
                && part.fanout == fanout;
        if (isLatest && known != null) {
            return known;
        }
        BoundPlan made = make(fanout, items, reduced);
        latest = made;
        return made;
    }

    private BoundPlan make(Fanout fanout, int items, boolean reduced) {
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
        String name = owner.get().job().name();
        Arrays.fill(nodes, new Part(owner, fanout, fanout.itemJob(name)));
        if (reduced) {
            nodes[items] = new Part(owner, fanout, fanout.reducerJob(name));
        }
        @Nullable Body<?>[] plain = new Body<?>[nodes.length];
        for (int step = 0; step < nodes.length; step++) {
            Job job = nodes[step].job();
            plain[step] = job.policy().isPlain() && !(job.body() instanceof Deferred) ? job.body() : null;
        }
        return new BoundPlan(plan, nodes, WorkflowPolicy.DEFAULT.parallel(fanout.concurrency()), plain);
    }

    /** The item that a step is for. */
    public Optional<RunContext.Item> item(Map<String, ?> parameters, int step) {
        List<?> items = Fanout.items(parameters);
        return step < items.size() ? Optional.of(new RunContext.Item(items.get(step), step)) : Optional.empty();
    }

    @Override
    public Timing timing() {
        return Timing.TRIGGERED;
    }

    @Override
    public Set<String> tags() {
        return Set.of();
    }

    @Override
    public ExecutionRecord.Place place(UUID owner) {
        return new ExecutionRecord.Place(RunPolicy.Demand.DEFAULT_QUEUE, Set.of(), 0, owner);
    }

    /**
     * The step of an item, or of the reducer. Never paused: a pause of the job that fans out affects only runs that
     * have not fanned out yet.
     */
    private record Part(Supplier<Node> owner, Fanout fanout, Job job) implements Node {

        @Override
        public boolean isPaused() {
            return false;
        }

        @Override
        public boolean isRemoved() {
            return owner.get().isRemoved();
        }
    }
}
