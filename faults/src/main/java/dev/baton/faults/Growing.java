package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.Join;
import java.util.List;
import java.util.function.UnaryOperator;

/** Workflows and jobs whose bodies add steps. */
final class Growing {

    private static final String PREFIX = "growing-";
    private static final int LINKS = 6;

    private Growing() {}

    static boolean isOne(Recorded.Execution execution) {
        return execution.name().startsWith(PREFIX);
    }

    static List<Scenario> all() {
        return List.of(parts(), links(), retried(), failing(), inVain(), job());
    }

    /** Parts and their sum, as many a body does that finds out what there is to do; the steps that were there go on. */
    private static Scenario parts() {
        return Scenario.workflow(PREFIX + "parts")
                .step("find", Behaviour.succeeds().taking(50, 300))
                .adding(Growing::partsAndSum)
                .step("beside", Behaviour.succeeds())
                .step("next", Behaviour.succeeds(), "find", "beside")
                .last("clean-up");
    }

    private static Scenario.Workflow partsAndSum(Scenario.Workflow added) {
        return added.step("part0", Behaviour.succeeds().taking(20, 200))
                .step("part1", Behaviour.succeeds())
                .adding(more ->
                        more.step("piece0", Behaviour.succeeds()).step("piece1", Behaviour.succeeds(), "piece0"))
                .step("part2", Scenarios.LIMITED_BODY)
                .running(Scenarios.LIMITED)
                .step("sum", Behaviour.succeeds(), "part0", "part1", "part2");
    }

    /** A chain each of whose steps adds the next. */
    private static Scenario links() {
        return link(Scenario.workflow(PREFIX + "links"), 0).end();
    }

    private static Scenario.Workflow link(Scenario.Workflow workflow, int number) {
        Scenario.Workflow link = workflow.step("link" + number, Behaviour.succeeds());
        return number == LINKS ? link : link.adding(next -> link(next, number + 1));
    }

    /** Two attempts ask for steps and fail; the third adds them, and of those one does the same. */
    private static Scenario retried() {
        return Scenario.workflow(PREFIX + "retried")
                .step("flaky", Behaviour.failsAtFirst(2, 100))
                .adding(added -> added.step("again", Behaviour.failsAtFirst(1, 100))
                        .adding(more -> more.step("then", Behaviour.succeeds())))
                .end();
    }

    /** A failed step among added ones has the same consequences as any other. */
    private static Scenario failing() {
        UnaryOperator<Scenario.Workflow> added = steps -> steps.step("transform", Behaviour.fails())
                .adding(never -> never.step("never", Behaviour.succeeds()))
                .step("load", Behaviour.succeeds(), "transform")
                .adding(never -> never.step("never-either", Behaviour.succeeds()))
                .step("alert", Behaviour.succeeds(), Join.any(), Condition.FAILURE, "transform", "load")
                .adding(more -> more.step("alert-more", Behaviour.succeeds()));
        return Scenario.workflow(PREFIX + "failing")
                .step("extract", Behaviour.succeeds())
                .adding(added)
                .last("clean-up");
    }

    /** A body that asks for steps and fails for good adds none. */
    private static Scenario inVain() {
        return Scenario.workflow(PREFIX + "in-vain")
                .step("asks", Behaviour.fails().taking(50, 200))
                .adding(never -> never.step("never", Behaviour.succeeds()))
                .step("beside", Behaviour.succeeds())
                .end();
    }

    private static Scenario job() {
        return Scenario.job(PREFIX + "job", Behaviour.succeeds().taking(50, 300), job -> job)
                .adding(added ->
                        added.step("first", Behaviour.succeeds()).step("second", Behaviour.succeeds(), "first"));
    }
}
