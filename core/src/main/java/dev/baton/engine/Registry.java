package dev.baton.engine;

import dev.baton.Body;
import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunPolicy;
import dev.baton.Workflow;
import dev.baton.WorkflowPolicy;
import dev.baton.error.CyclicDependencyException;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoSuchJobException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The registered jobs and workflows, and the dependencies between jobs. Look-ups take no lock; changes of dependencies
 * and what is compiled from them do. Safe from any thread.
 */
final class Registry {

    private final Map<String, Definition> definitions = new ConcurrentHashMap<>();
    private final Departed removed = new Departed();
    /** Counts changes of dependencies, which make compiled graphs stale. */
    private volatile long version;

    private volatile boolean disturbed;

    /** Not even a plain step goes to just any worker. */
    void disturb() {
        disturbed = true;
    }

    Collection<Definition> all() {
        return definitions.values();
    }

    /** What is registered under a name. */
    Definition get(String name) {
        Definition definition = definitions.get(name);
        if (definition == null) {
            throw new NoSuchJobException(name, definitions.keySet());
        }
        return definition;
    }

    @Nullable Definition find(String name) {
        return definitions.get(name);
    }

    void add(Definition definition) {
        if (definitions.putIfAbsent(definition.name(), definition) != null) {
            throw new NameTakenException(definition.name());
        }
        removed.remove(definition.name());
        settle(definition);
    }

    /** With a job that fans out comes what it runs for its items. */
    private void settle(Definition definition) {
        if (disturbed) {
            definition.setDisturbed();
        }
        if (definition instanceof JobDefinition job) {
            addFanout(job.name(), () -> job);
        } else if (definition instanceof WorkflowDefinition workflow) {
            for (String step : workflow.shape().plan().names()) {
                addFanout(workflow.name() + "/" + step, () -> workflow.node(step));
            }
        }
    }

    private void addFanout(String job, Supplier<Node> owner) {
        if (owner.get().job().body() instanceof Fanout) {
            FanoutDefinition items = new FanoutDefinition(job, owner);
            if (disturbed) {
                items.setDisturbed();
            }
            definitions.put(items.name(), items);
        }
    }

    /** Registers a job, or puts it in the place of the job of that name. */
    JobDefinition put(Job job) {
        Definition known = definitions.computeIfAbsent(job.name(), name -> new JobDefinition(job));
        if (!(known instanceof JobDefinition definition)) {
            throw new NameTakenException(job.name());
        }
        definition.setJob(job);
        removed.remove(job.name());
        settle(definition);
        graphChanged();
        return definition;
    }

    /** Registers a workflow, or puts it in the place of the workflow of that name. */
    WorkflowDefinition put(Workflow workflow) {
        Definition known = definitions.computeIfAbsent(workflow.name(), name -> new WorkflowDefinition(workflow));
        if (!(known instanceof WorkflowDefinition definition)) {
            throw new NameTakenException(workflow.name());
        }
        definition.setWorkflow(workflow);
        removed.remove(workflow.name());
        settle(definition);
        return definition;
    }

    boolean remove(Definition definition) {
        if (!definitions.remove(definition.name(), definition)) {
            return false;
        }
        definition.setRemoved();
        removed.add(definition.name());
        removeFanouts(definition);
        if (definition instanceof JobDefinition job) {
            removeEdgesOf(job);
        }
        return true;
    }

    /** The items of a job that is removed are looked at once more, to be skipped. */
    private void removeFanouts(Definition owner) {
        if (owner instanceof WorkflowDefinition workflow) {
            workflow.shape().plan().names().forEach(step -> removeFanout(workflow.name() + "/" + step));
        } else {
            removeFanout(owner.name());
        }
    }

    private void removeFanout(String job) {
        Definition items = definitions.remove(Fanout.itemsOf(job));
        if (items != null) {
            items.setRemoved();
            removed.add(items.name());
        }
    }

    private synchronized void graphChanged() {
        version = version + 1;
    }

    // ---- dependencies

    synchronized void addEdge(String parentName, String childName, int mask) {
        JobDefinition parent = job(parentName);
        JobDefinition child = job(childName);
        refuseCycle(parent, child);
        parent.childrenToChange().merge(child, mask, (a, b) -> a | b);
        child.parentsToChange().merge(parent, mask, (a, b) -> a | b);
        graphChanged();
    }

    /** Takes conditions off an edge, and the edge away when none is left. */
    synchronized void removeEdge(String parentName, String childName, int mask) {
        if (definitions.get(parentName) instanceof JobDefinition parent
                && definitions.get(childName) instanceof JobDefinition child
                && parent.children().containsKey(child)) {
            parent.childrenToChange().computeIfPresent(child, (c, old) -> without(old, mask));
            child.parentsToChange().computeIfPresent(parent, (p, old) -> without(old, mask));
            graphChanged();
        }
    }

    private static @Nullable Integer without(int mask, int removed) {
        int left = mask & ~removed;
        return left == 0 ? null : left;
    }

    synchronized List<Dependency> edgesOf(String name) {
        JobDefinition job = job(name);
        List<Dependency> edges = new ArrayList<>();
        job.parents().forEach((parent, mask) -> edges.add(Dependency.of(parent.name(), name, mask)));
        job.children().forEach((child, mask) -> edges.add(Dependency.of(name, child.name(), mask)));
        return edges;
    }

    private synchronized void removeEdgesOf(JobDefinition job) {
        for (JobDefinition child : job.children().keySet()) {
            child.parentsToChange().remove(job);
        }
        for (JobDefinition parent : job.parents().keySet()) {
            parent.childrenToChange().remove(job);
        }
        if (!job.children().isEmpty() || !job.parents().isEmpty()) {
            job.childrenToChange().clear();
            job.parentsToChange().clear();
            graphChanged();
        }
    }

    /** The job that is registered under a name. */
    JobDefinition job(String name) {
        if (get(name) instanceof JobDefinition job) {
            return job;
        }
        throw new NoSuchJobException(
                name,
                definitions.values().stream()
                        .filter(JobDefinition.class::isInstance)
                        .map(Definition::name)::iterator);
    }

    /** Looks for a way from the child back to the parent, without recursion: graphs may be deep. */
    private static void refuseCycle(JobDefinition parent, JobDefinition child) {
        Map<JobDefinition, @Nullable JobDefinition> cameFrom = new HashMap<>();
        Deque<JobDefinition> open = new ArrayDeque<>();
        cameFrom.put(child, null);
        open.push(child);
        while (!open.isEmpty() && !cameFrom.containsKey(parent)) {
            JobDefinition job = open.pop();
            for (JobDefinition next : job.children().keySet()) {
                if (!cameFrom.containsKey(next)) {
                    cameFrom.put(next, job);
                    open.push(next);
                }
            }
        }
        if (cameFrom.containsKey(parent)) {
            Deque<String> path = new ArrayDeque<>();
            for (JobDefinition job = parent; job != null; job = cameFrom.get(job)) {
                path.addFirst(job.name());
            }
            path.addFirst(parent.name());
            throw new CyclicDependencyException(
                    "dependency of \"" + child.name() + "\" on \"" + parent.name() + "\"", List.copyOf(path));
        }
    }

    // ---- what an execution works on

    Definition.Shape shapeOf(Definition definition) {
        return shapeOf(definition, Map.of());
    }

    /** What an execution with these parameters works on. */
    Definition.Shape shapeOf(Definition definition, Map<String, ?> parameters) {
        if (definition instanceof JobDefinition job) {
            return shapeOf(job);
        }
        return definition instanceof FanoutDefinition fanout
                ? fanout.shape(parameters)
                : ((WorkflowDefinition) definition).shape();
    }

    /** What an execution over this graph works on: what its steps are now, or that they are gone. */
    private Definition.Shape shapeOf(Definition definition, Plan plan) {
        if (definition instanceof FanoutDefinition fanout) {
            return fanout.shape(plan);
        }
        Definition.Shape now = shapeOf(definition);
        if (now.plan().id().equals(plan.id())) {
            return now;
        }
        Node[] nodes = new Node[plan.size()];
        for (int step = 0; step < nodes.length; step++) {
            ExternalNode external = ExternalNode.parse(plan.name(step));
            if (external != null) {
                nodes[step] = external;
            } else if (definition instanceof WorkflowDefinition workflow) {
                nodes[step] = workflow.node(plan.name(step));
            } else {
                nodes[step] = node(plan.name(step));
            }
        }
        return new Definition.Shape(plan, nodes, now.policy(), new Body<?>[nodes.length]);
    }

    /** What a step that runs this job stands for: the job, or that it is gone. */
    Node node(String job) {
        return definitions.get(job) instanceof JobDefinition known
                ? known
                : new GoneNode(Job.named(job).run(context -> {}));
    }

    /**
     * An execution as it was recorded.
     *
     * @param graph reads the graph it works on; null when it has none yet, and works on what is registered now
     */
    LiveExecution restore(Store.Stored stored, @Nullable Supplier<Plan> graph, Codec codec) {
        String name = stored.execution().name();
        Definition definition = definitions.get(name);
        UUID plan = stored.execution().state().plan();
        if (definition == null) {
            Plan old = graph == null ? Plan.single(name) : graph.get();
            definition = unknown(name, old);
            return restore(stored, definition, shapeOf(definition, old), codec);
        }
        return restore(stored, definition, shapeOf(definition, plan, graph), codec);
    }

    private LiveExecution restore(Store.Stored stored, Definition definition, Definition.Shape shape, Codec codec) {
        Definition.Shape grown = Growth.grown(shape, stored, definition, this, codec);
        return Records.restore(stored, definition, shape, grown, codec);
    }

    private Definition.Shape shapeOf(Definition definition, @Nullable UUID plan, @Nullable Supplier<Plan> graph) {
        if (graph != null && definition instanceof FanoutDefinition fanout) {
            return fanout.shape(graph.get());
        }
        Definition.Shape shape = shapeOf(definition);
        return graph == null || shape.plan().id().equals(plan) ? shape : shapeOf(definition, graph.get());
    }

    /** Something that is not registered here, to look at. */
    private static Definition unknown(String name, Plan plan) {
        if (name.contains("/")) {
            Node gone = new GoneNode(Job.named("removed").run(context -> {}));
            FanoutDefinition items = new FanoutDefinition(name.substring(0, name.lastIndexOf('/')), () -> gone);
            items.setRemoved();
            return items;
        }
        boolean isJob = plan.step(name).isPresent();
        Definition unknown = isJob
                ? new JobDefinition(Job.named(name).run(context -> {}))
                : new WorkflowDefinition(Workflow.define(
                        name,
                        w -> plan.names().stream()
                                .filter(step -> ExternalNode.parse(step) == null)
                                .forEach(step -> w.run(step, context -> {}))));
        unknown.setRemoved();
        return unknown;
    }

    /** What can run where this is served: a job whose own run can, and any workflow. */
    Collection<String> servedNames(Predicate<RunPolicy.Demand> serving) {
        List<String> names = new ArrayList<>(definitions.size());
        for (Definition definition : definitions.values()) {
            if (definition.isServedBy(serving)) {
                names.add(definition.name());
            }
        }
        names.addAll(removed.names());
        return names;
    }

    /** The labels that any of them asks for. */
    Set<String> labels() {
        Set<String> labels = new HashSet<>();
        for (Definition definition : definitions.values()) {
            if (definition instanceof JobDefinition job) {
                labels.addAll(job.job().policy().demand().labels());
            }
        }
        return labels;
    }

    /** Whether it is known here what to do with executions of this name. */
    boolean knows(String name) {
        return definitions.containsKey(name) || removed.contains(name);
    }

    private Definition.Shape shapeOf(JobDefinition root) {
        JobDefinition.CachedShape cached = root.cachedShape();
        if (cached != null && cached.version() == version) {
            return cached.shape();
        }
        synchronized (this) {
            Definition.Shape shape = compile(root);
            root.cacheShape(new JobDefinition.CachedShape(version, shape));
            return shape;
        }
    }

    /** Everything reachable from a root, whose own parents are ignored. */
    private static Definition.Shape compile(JobDefinition root) {
        PlanBuilder graph = new PlanBuilder();
        Map<JobDefinition, Integer> numbers = new LinkedHashMap<>();
        Deque<JobDefinition> open = new ArrayDeque<>();
        numbers.put(root, graph.step(root.name()));
        open.add(root);
        while (!open.isEmpty()) {
            for (JobDefinition child : open.remove().children().keySet()) {
                if (!numbers.containsKey(child)) {
                    numbers.put(child, graph.step(child.name()));
                    open.add(child);
                }
            }
        }
        numbers.forEach((job, number) -> {
            if (job != root) {
                addEdges(graph, job, number, numbers);
            }
            if (job.job().policy().allowFailure()) {
                graph.mayFail(number);
            }
        });
        Plan plan = graph.build();
        List<JobDefinition> jobs = new ArrayList<>(numbers.keySet());
        Node[] nodes = new Node[plan.size()];
        int[] order = graph.order();
        for (int step = 0; step < nodes.length; step++) {
            nodes[step] = jobs.get(order[step]);
        }
        // A job may be replaced at any time, so none of its runs is plain.
        return new Definition.Shape(plan, nodes, WorkflowPolicy.DEFAULT, new Body<?>[nodes.length]);
    }

    private static void addEdges(
            PlanBuilder graph, JobDefinition job, int number, Map<JobDefinition, Integer> numbers) {
        job.parents().forEach((parent, mask) -> {
            Integer parentNumber = numbers.get(parent);
            if (parentNumber != null) {
                graph.edge(parentNumber, number, mask);
            } else {
                graph.outsideParent(number, parent.name());
            }
        });
        graph.join(number, job.job().join());
    }

    /** The mask of these conditions, for removal: none means all of them. */
    static int maskToRemove(Condition... conditions) {
        return conditions.length == 0 ? Condition.COMPLETE.mask() : Condition.mask(conditions);
    }
}
