package dev.baton.internal.definition;

import dev.baton.Body;
import dev.baton.Dependencies;
import dev.baton.Dependency;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunPolicy;
import dev.baton.Workflow;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoSuchJobException;
import dev.baton.graph.Plan;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import java.util.ArrayList;
import java.util.Collection;
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
 * and the compilation of graphs do. Safe from any thread.
 */
public final class Registry {

    private final Map<String, Definition> definitions = new ConcurrentHashMap<>();
    private final RemovedNames removed = new RemovedNames();
    /** Counts changes of dependencies, which make compiled graphs stale. */
    private volatile long version;

    private final @Nullable Codec codec;
    private final RegistryHost host;
    private final OneOffs oneOffs = new OneOffs(this::remove);
    private final BroughtDefinitions brought;

    /**
     * An empty registry.
     *
     * @param codec encodes stored values; null if the engine has no store
     * @param host the engine
     */
    public Registry(@Nullable Codec codec, RegistryHost host) {
        this.codec = codec;
        this.host = host;
        this.brought = new BroughtDefinitions(this, host);
    }

    @Nullable Codec codec() {
        return codec;
    }

    /** The definitions that executions brought along. */
    public BroughtDefinitions brought() {
        return brought;
    }

    boolean isDisturbed() {
        return host.isSelective();
    }

    public Collection<Definition> all() {
        return definitions.values();
    }

    /** The names of all registered definitions. */
    public Collection<String> names() {
        return Set.copyOf(definitions.keySet());
    }

    /** The definition with a name. */
    public Definition get(String name) {
        Definition definition = findOrBrought(name);
        if (definition == null) {
            throw new NoSuchJobException(name, definitions.keySet());
        }
        return definition;
    }

    public @Nullable Definition find(String name) {
        return definitions.get(name);
    }

    private @Nullable Definition findOrBrought(String name) {
        Definition registered = definitions.get(name);
        return registered == null ? brought.find(name) : registered;
    }

    public void add(Definition definition) {
        if (definition instanceof WorkflowDefinition workflow) {
            WorkflowReferences.refuseUnknown(workflow.workflow(), this);
        }
        definitions.compute(definition.name(), (name, known) -> {
            if (known != null && !OneOffs.isOne(known)) {
                throw new NameTakenException(name);
            }
            return definition;
        });
        removed.remove(definition.name());
        settle(definition);
    }

    /** Makes a workflow known for one execution, without registering it. */
    public WorkflowDefinition putOneOff(Workflow workflow, UUID execution) {
        WorkflowReferences.refuseUnknown(workflow, this);
        Definition known = definitions.compute(workflow.name(), (name, old) -> {
            if (old != null && !OneOffs.isOne(old)) {
                throw new NameTakenException(name);
            }
            return old == null ? new WorkflowDefinition(workflow, this) : old;
        });
        WorkflowDefinition definition = (WorkflowDefinition) known;
        definition.setWorkflow(workflow);
        oneOffs.started(definition, execution);
        removed.remove(workflow.name());
        settle(definition);
        return definition;
    }

    /** The workflows that were started once. */
    public OneOffs oneOffs() {
        return oneOffs;
    }

    /** Completes the registration: a job or step that fans out also registers the graph of its items. */
    private void settle(Definition definition) {
        if (isDisturbed()) {
            definition.setDisturbed();
        }
        if (definition instanceof JobDefinition job) {
            addFanout(job.name(), () -> job);
        } else if (definition instanceof WorkflowDefinition workflow) {
            for (String step : workflow.boundPlan().plan().names()) {
                addFanout(workflow.name() + "/" + step, () -> workflow.node(step));
            }
        }
    }

    private void addFanout(String job, Supplier<Node> owner) {
        // A step that runs a registered job uses the items graph of that job.
        if (owner.get().countsAs().equals(job) && owner.get().job().body() instanceof Fanout) {
            FanoutDefinition items = new FanoutDefinition(job, owner);
            if (isDisturbed()) {
                items.setDisturbed();
            }
            definitions.put(items.name(), items);
        }
    }

    /** Registers a job, or replaces the job of that name. */
    public JobDefinition put(Job job) {
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

    /** Registers a workflow, or replaces the workflow of that name. */
    public WorkflowDefinition put(Workflow workflow) {
        Definition known = definitions.computeIfAbsent(workflow.name(), name -> new WorkflowDefinition(workflow, this));
        if (!(known instanceof WorkflowDefinition definition)) {
            throw new NameTakenException(workflow.name());
        }
        definition.setOneOff(false);
        definition.setWorkflow(workflow);
        removed.remove(workflow.name());
        settle(definition);
        return definition;
    }

    public boolean remove(Definition definition) {
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

    /**
     * Removes the graphs of items with their owner. Their names count as removed, so that this node skips the items
     * that are left.
     */
    private void removeFanouts(Definition owner) {
        if (owner instanceof WorkflowDefinition workflow) {
            workflow.boundPlan().plan().names().forEach(step -> removeFanout(workflow.name() + "/" + step));
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

    public synchronized void addEdge(String parentName, String childName, int mask) {
        JobDefinition parent = job(parentName);
        JobDefinition child = job(childName);
        JobGraph.refuseCycle(parent, child);
        parent.childrenToChange().merge(child, mask, (a, b) -> a | b);
        child.parentsToChange().merge(parent, mask, (a, b) -> a | b);
        graphChanged();
    }

    /** Removes conditions from an edge, and the edge itself when none is left. */
    public synchronized void removeEdge(String parentName, String childName, int mask) {
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

    public synchronized Dependencies edgesOf(String name) {
        JobDefinition job = job(name);
        List<Dependency> parents = new ArrayList<>();
        List<Dependency> children = new ArrayList<>();
        job.parents().forEach((parent, mask) -> parents.add(Dependency.of(parent.name(), name, mask)));
        job.children().forEach((child, mask) -> children.add(Dependency.of(name, child.name(), mask)));
        return new Dependencies(parents, children);
    }

    private synchronized void removeEdgesOf(JobDefinition job) {
        if (JobGraph.cutOff(job)) {
            graphChanged();
        }
    }

    /** The job that is registered under a name. */
    public JobDefinition job(String name) {
        if (get(name) instanceof JobDefinition job) {
            return job;
        }
        throw new NoSuchJobException(
                name,
                definitions.values().stream()
                        .filter(JobDefinition.class::isInstance)
                        .map(Definition::name)::iterator);
    }

    // ---- plans of executions

    public BoundPlan planOf(Definition definition) {
        return planOf(definition, Map.of());
    }

    /** The plan of an execution with these parameters. */
    public BoundPlan planOf(Definition definition, Map<String, ?> parameters) {
        if (definition instanceof JobDefinition job) {
            return planOf(job);
        }
        return definition instanceof FanoutDefinition fanout
                ? fanout.boundPlan(parameters)
                : ((WorkflowDefinition) definition).boundPlan();
    }

    /**
     * The plan of an execution over this graph, with the current version of each step, or a mark that the step was
     * removed.
     */
    private BoundPlan planOf(Definition definition, Plan plan) {
        if (definition instanceof FanoutDefinition fanout) {
            return fanout.boundPlan(plan);
        }
        BoundPlan now = planOf(definition);
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
        return new BoundPlan(plan, nodes, now.policy(), new Body<?>[nodes.length]);
    }

    /** The node of a step that runs this job: the job, or a mark that it was removed. */
    public Node node(String job) {
        return findOrBrought(job) instanceof JobDefinition known
                ? known
                : new GoneNode(Job.named(job).run(context -> {}));
    }

    /**
     * The definition of a recorded execution.
     *
     * @param definition the job or workflow; a stand-in if it is not registered here
     * @param plan the graph, with the current version of each step or a mark that it was removed
     */
    public record Binding(Definition definition, BoundPlan plan) {}

    /**
     * Binds a recorded execution to its registered definition, or to the definition that it brought along.
     *
     * @param text the definition that it brought along; null for none
     * @param plan the id of its graph; null if it has none yet and takes the registered one
     * @param graph reads that graph
     */
    public Binding bind(String name, @Nullable String text, @Nullable UUID plan, Supplier<Plan> graph) {
        Definition definition = text == null || !brought.isReadHere()
                ? definitions.get(name)
                : brought.read(name, text, () -> plan == null ? Plan.single(name) : graph.get());
        if (definition == null) {
            Plan old = plan == null ? Plan.single(name) : graph.get();
            definition = Unknown.definition(name, old, this);
            return new Binding(definition, planOf(definition, old));
        }
        return new Binding(definition, planOf(definition, plan, plan == null ? null : graph));
    }

    /**
     * Binds an execution that is about to be created to its registered definition, or to a stand-in if there is none.
     */
    public Binding bind(String name) {
        return bind(name, null, null, () -> Plan.single(name));
    }

    private BoundPlan planOf(Definition definition, @Nullable UUID plan, @Nullable Supplier<Plan> graph) {
        if (graph != null && definition instanceof FanoutDefinition fanout) {
            return fanout.boundPlan(graph.get());
        }
        BoundPlan bound = planOf(definition);
        return graph == null || bound.plan().id().equals(plan) ? bound : planOf(definition, graph.get());
    }

    /**
     * The names whose executions a node can claim: jobs whose runs it serves, workflows, and removed definitions, whose
     * executions it skips.
     */
    public Collection<String> servedNames(Predicate<RunPolicy.Demand> serving) {
        List<String> names = new ArrayList<>(definitions.size());
        for (Definition definition : definitions.values()) {
            if (definition.isServedBy(serving)) {
                names.add(definition.name());
            }
        }
        names.addAll(removed.names());
        return names;
    }

    /** Whether this node can handle executions of this name. */
    public boolean knows(String name) {
        return findOrBrought(name) != null || removed.contains(name);
    }

    /** Whether this node can handle an execution. */
    public boolean knows(ExecutionRecord execution) {
        return knows(execution.name()) || (execution.isDefined() && brought.isReadHere());
    }

    private BoundPlan planOf(JobDefinition root) {
        JobDefinition.CachedPlan cached = root.cachedPlan();
        if (cached != null && cached.version() == version) {
            return cached.bound();
        }
        synchronized (this) {
            BoundPlan bound = JobGraph.compile(root);
            root.cachePlan(new JobDefinition.CachedPlan(version, bound));
            return bound;
        }
    }
}
