package dev.baton.engine;

import dev.baton.Body;
import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Job;
import dev.baton.Workflow;
import dev.baton.WorkflowPolicy;
import dev.baton.error.CyclicDependencyException;
import dev.baton.error.NameTakenException;
import dev.baton.error.NoSuchJobException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The registered jobs and workflows, and the dependencies between jobs. Look-ups take no lock; changes of dependencies
 * and what is compiled from them do. Safe from any thread.
 */
final class Registry {

    private final Map<String, Definition> definitions = new ConcurrentHashMap<>();
    /** Counts changes of dependencies, which make compiled graphs stale. */
    private volatile long version;

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
    }

    /** Registers a job, or puts it in the place of the job of that name. */
    JobDefinition put(Job job) {
        Definition known = definitions.computeIfAbsent(job.name(), name -> new JobDefinition(job));
        if (!(known instanceof JobDefinition definition)) {
            throw new NameTakenException(job.name());
        }
        definition.setJob(job);
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
        return definition;
    }

    boolean remove(Definition definition) {
        if (!definitions.remove(definition.name(), definition)) {
            return false;
        }
        definition.setRemoved();
        if (definition instanceof JobDefinition job) {
            removeEdgesOf(job);
        }
        return true;
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

    private JobDefinition job(String name) {
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
        return definition instanceof JobDefinition job ? shapeOf(job) : ((WorkflowDefinition) definition).shape();
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
