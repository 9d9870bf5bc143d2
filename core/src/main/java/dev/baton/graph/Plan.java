package dev.baton.graph;

import dev.baton.Condition;
import dev.baton.Join;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A graph of steps, compiled once and shared by all executions over it. Steps are the ints from 0 to {@code size - 1}
 * in topological order; the one exception is the final step, which steps added later may follow. The edges are kept in
 * flat arrays, by parent and by child. Immutable and safe to share.
 *
 * <pre>{@code
 * Plan plan = nightly.graph().plan();
 * for (int step = 0; step < plan.size(); step++) {
 *     System.out.println(plan.name(step) + " has " + plan.parents(step).length + " parents");
 * }
 * }</pre>
 */
public final class Plan {

    private static final int NO_STEP = -1;

    private final String[] names;
    private final Edges children;
    private final Edges parents;
    private final int[] needed;
    private final boolean[] mayFail;
    private final int finalStep;
    private final Map<Integer, List<String>> outsideParents;
    private final int[] roots;
    private final long[] waits;
    private volatile @Nullable Map<String, Integer> numbers;
    private volatile @Nullable UUID id;

    /** One direction of all edges: those of step {@code s} are at {@code from[s]} to {@code from[s + 1] - 1}. */
    record Edges(int[] from, int[] step, byte[] mask) {

        int first(int s) {
            return from[s];
        }

        int end(int s) {
            return from[s + 1];
        }

        int count(int s) {
            return from[s + 1] - from[s];
        }
    }

    Plan(String[] names, Edges children, Edges parents, Shape shape, Map<Integer, List<String>> outsideParents) {
        this.names = names;
        this.children = children;
        this.parents = parents;
        this.needed = shape.needed;
        this.mayFail = shape.mayFail;
        this.finalStep = shape.finalStep;
        this.outsideParents = outsideParents;
        this.waits = new long[names.length];
        IntList free = new IntList();
        for (int step = 0; step < names.length; step++) {
            waits[step] = Wait.of(parents.count(step), needed(step));
            if (parents.count(step) == 0 && step != finalStep) {
                free.add(step);
            }
        }
        this.roots = free.toArray();
    }

    /** The settings of each step, edges aside. {@code needed} is 0 for a join over all. */
    record Shape(int[] needed, boolean[] mayFail, int finalStep) {}

    /** A graph of one step. */
    public static Plan single(String name) {
        PlanBuilder builder = new PlanBuilder();
        builder.step(name);
        return builder.build();
    }

    /** Reads a plan that {@link #toBytes()} wrote; the steps have the same numbers. */
    public static Plan fromBytes(byte[] bytes) {
        return PlanFormat.read(bytes);
    }

    /** The plan as bytes, for storage. */
    public byte[] toBytes() {
        return PlanFormat.write(this);
    }

    /** An id that is the same for the same graph, and different for every other. */
    public UUID id() {
        UUID known = id;
        if (known == null) {
            known = PlanFormat.id(toBytes());
            id = known;
        }
        return known;
    }

    /** The number of steps. */
    public int size() {
        return names.length;
    }

    /** How many edges are kept; those of the final step are implied. */
    public int edges() {
        return children.step.length;
    }

    /** A step's name. */
    public String name(int step) {
        return names[step];
    }

    /** All names, by step number. */
    public List<String> names() {
        return List.of(names);
    }

    /** The step with this name. */
    public OptionalInt step(String name) {
        Integer step = numbers().get(name);
        return step == null ? OptionalInt.empty() : OptionalInt.of(step);
    }

    /** The steps that wait for this one, the final step among them. */
    public int[] children(int step) {
        int[] kept = Arrays.copyOfRange(children.step, children.first(step), children.end(step));
        if (finalStep == NO_STEP || isFinal(step)) {
            return kept;
        }
        int[] all = Arrays.copyOf(kept, kept.length + 1);
        all[kept.length] = finalStep;
        return all;
    }

    /**
     * The steps this one waits for. The final step waits for all others; its edges are implied and kept nowhere, so that
     * a million steps do not cost a million edges.
     */
    public int[] parents(int step) {
        if (!isFinal(step)) {
            return Arrays.copyOfRange(parents.step, parents.first(step), parents.end(step));
        }
        int[] others = new int[names.length - 1];
        Arrays.setAll(others, i -> i < finalStep ? i : i + 1);
        return others;
    }

    /** The conditions on the edges from {@link #parents(int)}, in the same order, as masks. */
    public byte[] parentMasks(int step) {
        if (!isFinal(step)) {
            return Arrays.copyOfRange(parents.mask, parents.first(step), parents.end(step));
        }
        byte[] complete = new byte[names.length - 1];
        Arrays.fill(complete, (byte) Condition.COMPLETE.mask());
        return complete;
    }

    /** Parents of this step that are not part of the graph; their edges never hold. */
    public List<String> outsideParents(int step) {
        return outsideParents.getOrDefault(step, List.of());
    }

    /** The join of the step's edges. */
    public Join join(int step) {
        return new Join(needed[step]);
    }

    /** Whether a failure of this step does not fail the execution. */
    public boolean mayFail(int step) {
        return mayFail[step];
    }

    /** Whether this is the final step, which runs after all others. */
    public boolean isFinal(int step) {
        return step == finalStep;
    }

    /** The final step, which runs after all others, if there is one. */
    public OptionalInt finalStep() {
        return finalStep == NO_STEP ? OptionalInt.empty() : OptionalInt.of(finalStep);
    }

    Map<Integer, List<String>> outsideParents() {
        return outsideParents;
    }

    Edges childEdges() {
        return children;
    }

    Edges parentEdges() {
        return parents;
    }

    /**
     * How many edges must hold before the step runs. A join over all with a parent outside the graph never reaches that
     * number.
     */
    int needed(int step) {
        return joinsAll(step) ? parents.count(step) + outsideParents(step).size() : needed[step];
    }

    /** The {@link Wait} of each step at the start of an execution. */
    long[] waits() {
        return waits.clone();
    }

    /** The steps without a parent in the graph, except the final step. */
    int[] roots() {
        return roots;
    }

    boolean joinsAll(int step) {
        return needed[step] == 0;
    }

    private Map<String, Integer> numbers() {
        Map<String, Integer> known = numbers;
        if (known == null) {
            known = new HashMap<>(names.length * 2);
            for (int step = 0; step < names.length; step++) {
                known.put(names[step], step);
            }
            numbers = known;
        }
        return known;
    }
}
