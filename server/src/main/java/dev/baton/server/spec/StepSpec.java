package dev.baton.server.spec;

import dev.baton.Condition;
import dev.baton.Join;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.document.Copies;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A step of a workflow.
 *
 * @param name its name inside the workflow, which files call {@code id}
 * @param about its title, description and tags
 * @param place its place in the graph
 * @param work its work
 * @param policy its policy
 * @param inputs its inputs
 * @param allowFailure whether it may fail without failing the execution
 */
public record StepSpec(
        String name,
        About about,
        Place place,
        WorkSpec work,
        PolicySpec policy,
        Map<String, Object> inputs,
        boolean allowFailure) {

    /** Copies the mutable arguments. */
    public StepSpec {
        inputs = Copies.map(inputs);
    }

    /**
     * The place of a step in the graph.
     *
     * @param after its parents
     * @param join how many of them must end as required
     * @param last whether it runs after all others, however they ended
     * @param when an expression that must be true for it to run; null for none
     */
    public record Place(
            List<Edge> after,
            Join join,
            boolean last,
            @Nullable String when) {

        /** The place of a root. */
        public static final Place ROOT = new Place(List.of(), Join.all(), false, null);

        /** Copies the edges. */
        public Place {
            after = List.copyOf(after);
        }
    }

    /**
     * A parent, and how it must end.
     *
     * @param parent the parent's name
     * @param conditions the ends that satisfy the edge
     */
    public record Edge(String parent, Set<Condition> conditions) {

        /** Throws for an edge without a condition. */
        public Edge {
            if (conditions.isEmpty()) {
                throw new IllegalArgumentException("an edge needs a condition");
            }
            conditions = Set.copyOf(EnumSet.copyOf(conditions));
        }

        /** The conditions as bits, as in {@link Condition#mask()}. */
        public int mask() {
            return Condition.mask(conditions.toArray(Condition[]::new));
        }
    }
}
