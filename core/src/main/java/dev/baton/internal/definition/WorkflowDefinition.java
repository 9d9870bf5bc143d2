package dev.baton.internal.definition;

import dev.baton.Body;
import dev.baton.Deferred;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.JobStep;
import dev.baton.RunPolicy;
import dev.baton.Timing;
import dev.baton.Workflow;
import dev.baton.spi.ExecutionRecord;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A registered workflow. */
public final class WorkflowDefinition extends Definition {

    /**
     * The names of the paused steps. Kept when the workflow is replaced, so that a pause applies to old and new
     * executions alike.
     */
    private final Set<String> pausedSteps = ConcurrentHashMap.newKeySet();

    private volatile Current current;

    private record Current(Workflow workflow, BoundPlan bound, Successor.Pair successors) {}

    private final Registry registry;
    private volatile boolean oneOff;
    private final AtomicInteger open = new AtomicInteger();

    /** A workflow whose steps may be jobs of this registry. */
    public WorkflowDefinition(Workflow workflow, Registry registry) {
        super(workflow.name());
        this.registry = registry;
        this.current = make(workflow);
    }

    private Current make(Workflow workflow) {
        return new Current(
                workflow, planOf(workflow), Successor.Pair.of(workflow.policy().callbacks(), registry.codec()));
    }

    /** The successor of an execution that ends with this status; null for none. */
    public @Nullable Successor successor(ExecutionStatus end) {
        return current.successors.after(end);
    }

    /** Whether it was started once without being registered. */
    public boolean isOneOff() {
        return oneOff;
    }

    void setOneOff(boolean newOneOff) {
        oneOff = newOneOff;
    }

    /** Changes the number of its one-off executions that have not ended, and returns it. */
    int addOpen(int more) {
        return open.addAndGet(more);
    }

    public Workflow workflow() {
        return current.workflow;
    }

    BoundPlan boundPlan() {
        return current.bound;
    }

    void setWorkflow(Workflow workflow) {
        current = make(workflow);
    }

    @Override
    public Timing timing() {
        return current.workflow.timing();
    }

    @Override
    public ExecutionRecord.Place place(UUID owner) {
        return new ExecutionRecord.Place(RunPolicy.Demand.DEFAULT_QUEUE, Set.of(), 0, owner);
    }

    @Override
    public Set<String> tags() {
        return current.workflow.tags();
    }

    public boolean hasStep(String step) {
        return current.bound.plan().step(step).isPresent();
    }

    public void setStepPaused(String step, boolean paused) {
        if (paused) {
            pausedSteps.add(step);
            setDisturbed();
        } else {
            pausedSteps.remove(step);
        }
    }

    /** Pauses the steps of this workflow among these full names, and resumes all others. */
    public void setPausedSteps(Set<String> fullNames) {
        for (String step : current.bound.plan().names()) {
            boolean paused = fullNames.contains(name() + "/" + step);
            if (paused != pausedSteps.contains(step)) {
                setStepPaused(step, paused);
            }
        }
    }

    /** The current step with this name, or a mark that it was removed; an older graph may still have it. */
    Node node(String step) {
        OptionalInt number = current.bound.plan().step(step);
        if (number.isPresent()) {
            return current.bound.nodes()[number.getAsInt()];
        }
        return new GoneNode(Workflow.define(name(), w -> w.run(step, context -> {}))
                .graph()
                .jobs()
                .get(0));
    }

    private BoundPlan planOf(Workflow workflow) {
        List<Job> jobs = workflow.graph().jobs();
        Node[] nodes = new Node[jobs.size()];
        @Nullable Body<?>[] plainBodies = new Body<?>[nodes.length];
        for (int step = 0; step < nodes.length; step++) {
            Job job = jobs.get(step);
            String name = workflow.graph().plan().name(step);
            nodes[step] = job.body() instanceof JobStep registered
                    ? new JobStepNode(job, () -> registry.node(registered.job()), () -> isPaused(name), this::isRemoved)
                    : new StepNode(name, job);
            plainBodies[step] = job.policy().isPlain() && isOwn(job.body()) ? job.body() : null;
        }
        return new BoundPlan(workflow.graph().plan(), nodes, workflow.policy(), plainBodies);
    }

    private static boolean isOwn(Body<?> body) {
        return !(body instanceof Deferred) && !(body instanceof JobStep);
    }

    /**
     * Whether a step is paused. A pause of the workflow itself keeps new executions out and does not affect steps of
     * active ones.
     */
    private boolean isPaused(String step) {
        return !pausedSteps.isEmpty() && pausedSteps.contains(step);
    }

    /** A step of one version of the workflow. */
    private final class StepNode implements Node {

        private final String step;
        private final Job job;

        StepNode(String step, Job job) {
            this.step = step;
            this.job = job;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        public boolean isPaused() {
            return WorkflowDefinition.this.isPaused(step);
        }

        @Override
        public boolean isRemoved() {
            return WorkflowDefinition.this.isRemoved();
        }
    }
}
