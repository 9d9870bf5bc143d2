package dev.baton.graph;

import dev.baton.Join;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects steps and edges and compiles them into a {@link Plan}. Steps are numbered in the order they are added; the
 * plan renumbers them in topological order, ties in the order they were added. Not thread-safe.
 *
 * <pre>{@code
 * PlanBuilder builder = new PlanBuilder();
 * int extract = builder.step("extract");
 * int load = builder.step("load");
 * builder.edge(extract, load, Condition.mask(Condition.SUCCESS));
 * Plan plan = builder.build();
 * }</pre>
 */
public final class PlanBuilder {

    private static final int NO_STEP = -1;

    private final List<String> names = new ArrayList<>();
    private final IntList needed = new IntList();
    private final IntList mayFail = new IntList();
    private final IntList edgeParent = new IntList();
    private final IntList edgeChild = new IntList();
    private final IntList edgeMask = new IntList();
    private final Map<Integer, List<String>> outside = new HashMap<>();
    private int finalStep = NO_STEP;
    private int[] order = {};

    /** A builder with the steps and edges of a plan; {@link #edge} takes the plan's step numbers. */
    public static PlanBuilder of(Plan plan) {
        PlanBuilder builder = new PlanBuilder();
        for (int step = 0; step < plan.size(); step++) {
            builder.step(plan.name(step));
            builder.join(step, plan.join(step));
            if (plan.mayFail(step)) {
                builder.mayFail(step);
            }
            for (String parent : plan.outsideParents(step)) {
                builder.outsideParent(step, parent);
            }
            Plan.Edges children = plan.childEdges();
            for (int e = children.first(step); e < children.end(step); e++) {
                builder.edge(step, children.step()[e], children.mask()[e]);
            }
        }
        plan.finalStep().ifPresent(builder::finalStep);
        return builder;
    }

    /** Adds a step and returns its number, for {@link #edge}. */
    public int step(String name) {
        names.add(name);
        needed.add(0);
        return names.size() - 1;
    }

    /** Adds an edge; two edges between the same steps become one edge whose conditions are alternatives. */
    public PlanBuilder edge(int parent, int child, int mask) {
        edgeParent.add(parent);
        edgeChild.add(child);
        edgeMask.add(mask);
        return this;
    }

    /** Sets the join of a step's edges. */
    public PlanBuilder join(int step, Join join) {
        needed.set(step, join.needed());
        return this;
    }

    /** Lets a step fail without failing the execution. */
    public PlanBuilder mayFail(int step) {
        mayFail.add(step);
        return this;
    }

    /** Makes a step the final step, which runs after all others. */
    public PlanBuilder finalStep(int step) {
        finalStep = step;
        return this;
    }

    /** Adds a parent that is not part of this graph: the edge counts, and never holds. */
    public PlanBuilder outsideParent(int step, String parent) {
        outside.computeIfAbsent(step, s -> new ArrayList<>()).add(parent);
        return this;
    }

    /**
     * The builder's step numbers in the order of the plan: {@code order()[s]} is the number that {@link #step} returned
     * for the plan's step {@code s}. Valid once {@link #build} has returned.
     */
    public int[] order() {
        return order.clone();
    }

    /**
     * Compiles the plan, in topological order, in time linear in steps and edges.
     *
     * @throws CycleException when the edges form a cycle
     */
    public Plan build() {
        int size = names.size();
        mergeDoubleEdges();
        order = topologicalOrder(gather(edgeParent, edgeChild, edgeMask, size), size);
        return compile(size);
    }

    /**
     * Compiles the plan and keeps the numbers that {@link #step} returned. Every step except the final one must have
     * been added after its parents.
     *
     * @throws IllegalStateException when a step was added before one of its parents
     */
    public Plan buildAsNumbered() {
        int size = names.size();
        for (int e = 0; e < edgeParent.size(); e++) {
            if (edgeParent.get(e) >= edgeChild.get(e)) {
                throw new IllegalStateException(
                        "step " + edgeChild.get(e) + " was added before its parent " + edgeParent.get(e));
            }
        }
        mergeDoubleEdges();
        order = new int[size];
        Arrays.setAll(order, step -> step);
        return compile(size);
    }

    private Plan compile(int size) {
        int[] place = new int[size];
        for (int s = 0; s < size; s++) {
            place[order[s]] = s;
        }

        edgeParent.replaceAll(place);
        edgeChild.replaceAll(place);
        String[] placedNames = new String[size];
        int[] placedNeeded = new int[size];
        for (int s = 0; s < size; s++) {
            placedNames[s] = names.get(order[s]);
            placedNeeded[s] = needed.get(order[s]);
        }
        boolean[] placedMayFail = new boolean[size];
        for (int i = 0; i < mayFail.size(); i++) {
            placedMayFail[place[mayFail.get(i)]] = true;
        }
        Map<Integer, List<String>> placedOutside = new TreeMap<>();
        outside.forEach((step, parents) -> placedOutside.put(place[step], List.copyOf(parents)));

        int placedFinal = finalStep == NO_STEP ? NO_STEP : place[finalStep];
        return new Plan(
                placedNames,
                gather(edgeParent, edgeChild, edgeMask, size),
                gather(edgeChild, edgeParent, edgeMask, size),
                new Plan.Shape(placedNeeded, placedMayFail, placedFinal),
                placedOutside);
    }

    /** Groups edges by their start with a counting sort. */
    private static Plan.Edges gather(IntList starts, IntList ends, IntList masks, int size) {
        int[] from = new int[size + 1];
        for (int e = 0; e < starts.size(); e++) {
            from[starts.get(e) + 1]++;
        }
        for (int s = 0; s < size; s++) {
            from[s + 1] += from[s];
        }
        int[] next = Arrays.copyOf(from, size);
        int[] step = new int[starts.size()];
        byte[] mask = new byte[starts.size()];
        for (int e = 0; e < starts.size(); e++) {
            int place = next[starts.get(e)]++;
            step[place] = ends.get(e);
            mask[place] = (byte) masks.get(e);
        }
        return new Plan.Edges(from, step, mask);
    }

    private void mergeDoubleEdges() {
        int size = names.size();
        Plan.Edges children = gather(edgeParent, edgeChild, edgeMask, size);
        int[] seenFor = new int[size];
        int[] seenAt = new int[size];
        Arrays.fill(seenFor, NO_STEP);
        edgeParent.clear();
        edgeChild.clear();
        edgeMask.clear();
        for (int parent = 0; parent < size; parent++) {
            for (int e = children.first(parent); e < children.end(parent); e++) {
                int child = children.step()[e];
                if (seenFor[child] == parent) {
                    edgeMask.set(seenAt[child], edgeMask.get(seenAt[child]) | children.mask()[e]);
                } else {
                    seenFor[child] = parent;
                    seenAt[child] = edgeParent.size();
                    edge(parent, child, children.mask()[e]);
                }
            }
        }
    }

    private int[] topologicalOrder(Plan.Edges children, int size) {
        int[] waits = new int[size];
        for (int e = 0; e < edgeChild.size(); e++) {
            waits[edgeChild.get(e)]++;
        }
        int[] sorted = new int[size];
        int placed = 0;
        for (int s = 0; s < size; s++) {
            if (waits[s] == 0 && s != finalStep) {
                sorted[placed++] = s;
            }
        }
        for (int next = 0; next < placed; next++) {
            int step = sorted[next];
            for (int e = children.first(step); e < children.end(step); e++) {
                int child = children.step()[e];
                if (--waits[child] == 0) {
                    sorted[placed++] = child;
                }
            }
        }
        if (finalStep != NO_STEP) {
            sorted[placed++] = finalStep;
        }
        if (placed < size) {
            throw new CycleException(cycle(children, waits));
        }
        return sorted;
    }

    /**
     * Finds a cycle: walks up among the steps that still wait, each of which has a waiting parent, until a step
     * repeats.
     */
    private List<String> cycle(Plan.Edges children, int[] waits) {
        int size = names.size();
        int[] waitingParent = new int[size];
        int step = NO_STEP;
        for (int parent = size - 1; parent >= 0; parent--) {
            if (waits[parent] > 0) {
                step = parent;
                for (int e = children.first(parent); e < children.end(parent); e++) {
                    waitingParent[children.step()[e]] = parent;
                }
            }
        }
        boolean[] visited = new boolean[size];
        while (!visited[step]) {
            visited[step] = true;
            step = waitingParent[step];
        }
        // Start at the step that was added first, so that the message does not depend on where the walk began.
        int start = step;
        for (int s = waitingParent[step]; s != step; s = waitingParent[s]) {
            start = Math.min(start, s);
        }
        Deque<String> path = new ArrayDeque<>();
        path.addFirst(names.get(start));
        for (int s = waitingParent[start]; s != start; s = waitingParent[s]) {
            path.addFirst(names.get(s));
        }
        path.addFirst(names.get(start));
        return List.copyOf(path);
    }

    /** The edges form a cycle. The caller, which knows where, turns this into a message for the user. */
    public static final class CycleException extends RuntimeException {

        private final transient List<String> path;

        CycleException(List<String> path) {
            super(String.join(" → ", path));
            this.path = path;
        }

        /** The cycle; its first name is repeated at the end. */
        public List<String> path() {
            return path;
        }
    }
}
