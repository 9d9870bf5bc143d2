package dev.baton.server.spec;

import dev.baton.Join;
import dev.baton.Step;
import dev.baton.server.kind.Kinds;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The keys of a step. */
final class StepKeys {

    /** The number of parents that must end as required. */
    enum JoinWord {
        ALL,
        ANY
    }

    static final Key<List<StepSpec.Edge>> AFTER = Key.of(
                    "after",
                    Types.oneOrMore(new EdgeType()),
                    "The parents, each with its required end: `a` is short for `a:success`; `failure`, `skipped` and `complete` are the others, and `a:success|skipped` accepts either. `*` stands for every other step: `*:failure` runs after the first failure of any.")
            .otherwise(List.of());
    static final Key<JoinWord> JOIN = Key.of(
                    "join",
                    Types.choice(JoinWord.class, '_'),
                    "Whether all parents must end as required, or any; the default is `all`, and `any` after `*`.")
            .otherwise(JoinWord.ALL);
    static final Key<Integer> AT_LEAST = Key.of(
            "at_least",
            Types.integer(1, Integer.MAX_VALUE),
            "How many parents must end as required, instead of `join`.");
    static final Key<Boolean> FINAL = Key.of(
                    "final",
                    Types.FLAG,
                    "Whether it is the final step, which runs after all others however they ended.")
            .otherwise(false);
    static final Key<Boolean> ALLOW_FAILURE = Key.of(
                    "allow_failure", Types.FLAG, "Whether it may fail without failing the execution.")
            .otherwise(false);
    static final Key<String> WHEN = Key.of(
            "when",
            new ExpressionType(),
            "An expression (CEL) over parameters and parents' outputs; when false, the step is skipped.");
    static final Key<Map<String, Object>> INPUTS = Key.of(
                    "inputs", Types.VALUES, "Values for this step, over the execution's parameters.")
            .otherwise(Map.of());

    static final Section SECTION = new Section("[[workflows.steps]]", "A job inside a workflow.", keys());

    private StepKeys() {}

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(AboutKeys.ALL);
        keys.addAll(List.of(AFTER, JOIN, AT_LEAST, FINAL, ALLOW_FAILURE, WHEN, INPUTS));
        keys.addAll(Kinds.KEYS);
        keys.addAll(PolicyKeys.ALL);
        return keys;
    }

    static StepSpec read(Table table) {
        PolicySpec policy = PolicyKeys.read(table);
        List<StepSpec.Edge> after = table.get(AFTER);
        StepSpec.Place place = new StepSpec.Place(after, join(table, after), table.get(FINAL), table.find(WHEN));
        return new StepSpec(
                table.require(AboutKeys.ID, AboutKeys.NAMELESS),
                AboutKeys.read(table),
                place,
                Kinds.read(table, policy.limits().attempt()),
                policy,
                table.get(INPUTS),
                table.get(ALLOW_FAILURE));
    }

    private static Join join(Table table, List<StepSpec.Edge> after) {
        Integer atLeast = table.find(AT_LEAST);
        if (table.has(JOIN) && table.has(AT_LEAST)) {
            table.problem(AT_LEAST, "\"join\" and \"at_least\" contradict one another.", "Keep one of them.");
        }
        if (atLeast != null) {
            return Join.atLeast(atLeast);
        }
        boolean afterAny = after.stream().anyMatch(edge -> edge.parent().equals(Step.ANY));
        if (afterAny && !table.has(JOIN)) {
            return Join.any();
        }
        return table.get(JOIN) == JoinWord.ANY ? Join.any() : Join.all();
    }

    static ObjectNode write(StepSpec step) {
        Out out = new Out();
        AboutKeys.write(step.name(), step.about(), out);
        Join join = step.place().join();
        out.put(AFTER, step.place().after())
                .put(JOIN, join.needed() == 1 ? JoinWord.ANY : JoinWord.ALL)
                .put(AT_LEAST, join.needed() > 1 ? join.needed() : null)
                .put(FINAL, step.place().last())
                .put(ALLOW_FAILURE, step.allowFailure())
                .put(WHEN, step.place().when())
                .put(INPUTS, step.inputs());
        Kinds.write(step.work(), out);
        PolicyKeys.write(step.policy(), out);
        return out.json();
    }
}
