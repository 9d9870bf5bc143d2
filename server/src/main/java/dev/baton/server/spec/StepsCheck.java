package dev.baton.server.spec;

import dev.baton.Step;
import dev.baton.server.kind.Reference;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the references between the steps of one workflow. */
final class StepsCheck {

    private final Table workflow;
    private final List<StepSpec> steps;
    private final List<Table> tables;
    private final Set<String> names = new LinkedHashSet<>();

    private StepsCheck(Table workflow, List<StepSpec> steps, List<Table> tables) {
        this.workflow = workflow;
        this.steps = steps;
        this.tables = tables;
    }

    /**
     * @param tables the table that each step was read from
     */
    static void check(Table workflow, List<StepSpec> steps, List<Table> tables) {
        new StepsCheck(workflow, steps, tables).check();
    }

    private void check() {
        if (steps.isEmpty()) {
            workflow.problem("a workflow needs at least one step.", "Add [[workflows.steps]].");
        }
        for (int i = 0; i < steps.size(); i++) {
            String name = steps.get(i).name();
            if (!names.add(name) && !name.isEmpty()) {
                tables.get(i).problem(AboutKeys.ID, "another step has this name.", "Choose another name.");
            }
        }
        String last = checkFinalSteps();
        for (int i = 0; i < steps.size(); i++) {
            checkParents(steps.get(i), tables.get(i), last);
            checkItems(steps.get(i), tables.get(i));
            checkPolicies(steps.get(i), tables.get(i));
        }
        checkCircles();
    }

    private @Nullable String checkFinalSteps() {
        String last = null;
        for (int i = 0; i < steps.size(); i++) {
            StepSpec step = steps.get(i);
            if (step.place().last() && last != null) {
                tables.get(i)
                        .problem(
                                StepKeys.FINAL,
                                "\"" + last + "\" is the final step already.",
                                "Keep one, and let the other run after its parents with condition complete.");
            } else if (step.place().last()) {
                last = step.name();
            }
            if (step.place().last() && !step.place().after().isEmpty()) {
                tables.get(i).problem(StepKeys.AFTER, "the final step runs after all others.", "Remove \"after\".");
            }
        }
        return last;
    }

    private void checkParents(StepSpec step, Table table, @Nullable String last) {
        Set<String> parents = new LinkedHashSet<>();
        for (StepSpec.Edge edge : step.place().after()) {
            String parent = edge.parent();
            if (parent.equals(Step.ANY)) {
                parents.addAll(names);
                checkOthers(table);
            } else if (!names.contains(parent)) {
                table.problem(
                        StepKeys.AFTER,
                        "runs after \"" + parent + "\", which does not exist.",
                        Types.didYouMean(parent, others(step.name())));
            } else if (parent.equals(last)) {
                table.problem(
                        StepKeys.AFTER, "runs after the final step \"" + parent + "\", after which nothing runs.", "");
            }
            parents.add(parent);
        }
        int needed = step.place().join().needed();
        if (needed > parents.size()) {
            table.problem(
                    table.has(StepKeys.AT_LEAST) ? StepKeys.AT_LEAST : StepKeys.JOIN,
                    "waits for " + step.place().join() + " of its parents, and has "
                            + (parents.isEmpty() ? "none" : "only " + parents.size()) + ".",
                    "Name them in \"after\".");
        }
    }

    private List<String> others(String step) {
        return names.stream().filter(name -> !name.equals(step)).toList();
    }

    /** Reports a step that runs after any other step if no other step can start first. */
    private void checkOthers(Table table) {
        if (steps.stream()
                .noneMatch(
                        other -> !other.place().last() && other.place().after().isEmpty())) {
            table.problem(StepKeys.AFTER, "runs after any other step, and there is none.", "");
        }
    }

    private static void checkItems(StepSpec step, Table table) {
        List<String> parents =
                step.place().after().stream().map(StepSpec.Edge::parent).toList();
        for (Reference reference : step.work().references()) {
            if (reference.type() == Reference.Type.PARENT && !parents.contains(reference.name())) {
                table.problem(
                        reference.key(),
                        "takes its items from \"" + reference.name() + "\", which is none of its parents.",
                        "Add it to \"after\".");
            }
        }
    }

    private static void checkPolicies(StepSpec step, Table table) {
        step.work()
                .registeredJob()
                .ifPresent(job -> PolicyKeys.ALL.stream()
                        .filter(table::has)
                        .forEach(key -> table.problem(
                                key,
                                "sets \"" + key.name() + "\", which belongs to the job \"" + job + "\".",
                                "Set it on the job; the step may have inputs, when and allow_failure.")));
    }

    private void checkCircles() {
        Map<String, Collection<String>> parents = new LinkedHashMap<>();
        for (StepSpec step : steps) {
            parents.put(
                    step.name(),
                    step.place().after().stream().map(StepSpec.Edge::parent).toList());
        }
        List<String> circle = Cycle.find(parents);
        if (!circle.isEmpty()) {
            List<String> inOrder = new ArrayList<>(circle);
            Collections.reverse(inOrder);
            int at = List.copyOf(names).indexOf(inOrder.get(0));
            Table table = at < tables.size() ? tables.get(at) : workflow;
            table.problem(
                    StepKeys.AFTER,
                    "the steps form a cycle: " + String.join(" → ", inOrder) + ".",
                    "Remove one of these edges.");
        }
    }
}
