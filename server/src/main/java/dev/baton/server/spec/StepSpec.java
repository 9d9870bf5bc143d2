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
 * @param about what is there for people
 * @param place where it stands in the graph
 * @param work what it does
 * @param policy how it runs
 * @param inputs values that are handed to it
 * @param allowFailure whether its failure leaves the execution's status alone
 */
public record StepSpec(
        String name,
        About about,
        Place place,
        WorkSpec work,
        PolicySpec policy,
        Map<String, Object> inputs,
        boolean allowFailure) {

    /** Copies what could change. */
    public StepSpec {
        inputs = Copies.map(inputs);
    }

    /**
     * Where a step stands in the graph.
     *
     * @param after its parents
     * @param join how many of them must have ended as asked
     * @param last whether it runs after all others, whatever became of them
     * @param when an expression that must be true for it to run; null for none
     */
    public record Place(
            List<Edge> after,
            Join join,
            boolean last,
            @Nullable String when) {

        /** A root. */
        public static final Place ROOT = new Place(List.of(), Join.all(), false, null);

        /** Copies the edges. */
        public Place {
            after = List.copyOf(after);
        }
    }

    /**
     * A parent and what is asked of its end.
     *
     * @param parent the parent's name
     * @param conditions either of these will do
     */
    public record Edge(String parent, Set<Condition> conditions) {

        /** Refuses an edge that could never hold. */
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
