package dev.baton.internal.definition;

import dev.baton.Body;
import dev.baton.WorkflowPolicy;
import dev.baton.error.CyclicDependencyException;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The graph of jobs and their dependencies, which the {@link Registry} guards. */
final class JobGraph {

    private JobGraph() {}

    /** Removes all edges of a job. Returns whether there were any. */
    static boolean cutOff(JobDefinition job) {
        for (JobDefinition child : job.children().keySet()) {
            child.parentsToChange().remove(job);
        }
        for (JobDefinition parent : job.parents().keySet()) {
            parent.childrenToChange().remove(job);
        }
        boolean had = !job.children().isEmpty() || !job.parents().isEmpty();
        if (had) {
            job.childrenToChange().clear();
            job.parentsToChange().clear();
        }
        return had;
    }

    /**
     * Throws if a path leads from the child back to the parent. Searches without recursion, because graphs may be deep.
     */
    static void refuseCycle(JobDefinition parent, JobDefinition child) {
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

    /** Everything reachable from a root, whose own parents are ignored. */
    static BoundPlan compile(JobDefinition root) {
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
        // A job may be replaced at any time, so no step of this plan is plain.
        return new BoundPlan(plan, nodes, WorkflowPolicy.DEFAULT, new Body<?>[nodes.length]);
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
}
