package dev.baton.bench;

import dev.baton.Parent;
import dev.baton.Step;
import dev.baton.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * A graph in its barest form, for all contenders alike: steps are numbers in topological order, the parents of step
 * {@code s} are {@code parents[parentsFrom[s]]} to {@code parents[parentsFrom[s + 1] - 1]}, its children likewise.
 */
public final class Graph {

    private final int[] parentsFrom;
    private final int[] parents;
    private final int[] childrenFrom;
    private final int[] children;

    private Graph(int[] parentsFrom, int[] parents) {
        this.parentsFrom = parentsFrom;
        this.parents = parents;
        int size = parentsFrom.length - 1;
        this.childrenFrom = new int[size + 1];
        for (int parent : parents) {
            childrenFrom[parent + 1]++;
        }
        for (int step = 0; step < size; step++) {
            childrenFrom[step + 1] += childrenFrom[step];
        }
        int[] next = Arrays.copyOf(childrenFrom, size);
        this.children = new int[parents.length];
        for (int step = 0; step < size; step++) {
            for (int e = parentsFrom[step]; e < parentsFrom[step + 1]; e++) {
                children[next[parents[e]]++] = step;
            }
        }
    }

    /** Layers as wide as there are layers; each step has one to three parents, two on average, in the layer above. */
    static Graph layered(int size, long seed) {
        int width = Math.max(3, (int) Math.sqrt(size));
        SplittableRandom random = new SplittableRandom(seed);
        return of(size, step -> {
            int layer = step / width;
            if (layer == 0) {
                return new int[0];
            }
            return random.ints(random.nextInt(1, 4), (layer - 1) * width, layer * width)
                    .distinct()
                    .toArray();
        });
    }

    /** The same below a single root. */
    Graph underOneRoot() {
        return of(size() + 1, step -> {
            int[] own = step == 0 ? new int[0] : Arrays.copyOfRange(parents, parentsFrom[step - 1], parentsFrom[step]);
            return step > 0 && own.length == 0
                    ? new int[] {0}
                    : Arrays.stream(own).map(parent -> parent + 1).toArray();
        });
    }

    /** One step, then all but two at once, then one. */
    static Graph fan(int size) {
        int[] middle = new int[size - 2];
        Arrays.setAll(middle, i -> i + 1);
        return of(size, step -> step == 0 ? new int[0] : step == size - 1 ? middle : new int[] {0});
    }

    /** One step after the other. */
    static Graph chain(int size) {
        return of(size, step -> step == 0 ? new int[0] : new int[] {step - 1});
    }

    private static Graph of(int size, IntFunction<int[]> parentsOf) {
        int[] from = new int[size + 1];
        int[] all = new int[size * 2];
        for (int step = 0; step < size; step++) {
            int[] some = parentsOf.apply(step);
            from[step + 1] = from[step] + some.length;
            if (from[step + 1] > all.length) {
                all = Arrays.copyOf(all, Math.max(all.length * 2, from[step + 1]));
            }
            System.arraycopy(some, 0, all, from[step], some.length);
        }
        return new Graph(from, Arrays.copyOf(all, from[size]));
    }

    /** How many steps there are. */
    public int size() {
        return parentsFrom.length - 1;
    }

    /** How many parents a step has. */
    public int parentCount(int step) {
        return parentsFrom[step + 1] - parentsFrom[step];
    }

    /** One of a step's parents. */
    public int parent(int step, int index) {
        return parents[parentsFrom[step] + index];
    }

    /** How many children a step has. */
    public int childCount(int step) {
        return childrenFrom[step + 1] - childrenFrom[step];
    }

    /** One of a step's children. */
    public int child(int step, int index) {
        return children[childrenFrom[step] + index];
    }

    /** By step, how many parents it waits for. */
    public int[] parentCounts() {
        int[] counts = new int[size()];
        Arrays.setAll(counts, this::parentCount);
        return counts;
    }

    /** The workflow of this graph, each of whose steps returns its number. */
    Workflow workflow(String name) {
        return workflow(name, step -> step);
    }

    /** The workflow of this graph with a body for all steps, which is given the step's number. */
    Workflow workflow(String name, StepBody body) {
        return Workflow.define(name, w -> {
            List<Step<Object>> steps = new ArrayList<>(size());
            for (int number = 0; number < size(); number++) {
                int step = number;
                Parent[] after = new Parent[parentCount(step)];
                Arrays.setAll(after, i -> steps.get(parent(step, i)));
                steps.add(w.<Object>call("s" + step, context -> body.call(step)).after(after));
            }
        });
    }

    /** The work of a step. */
    @FunctionalInterface
    interface StepBody {

        Object call(int step) throws Exception;
    }
}
