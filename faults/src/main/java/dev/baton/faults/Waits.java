package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.Join;
import dev.baton.RunStatus;
import java.util.List;

/** Workflows with steps that wait: for another workflow, for the items of a fan-out, for a time. */
final class Waits {

    private static final String PREFIX = "waits-";
    private static final String CHILD = PREFIX + "child";
    private static final String FAILING_CHILD = PREFIX + "failing-child";
    private static final String MIDDLE = PREFIX + "middle";

    private Waits() {}

    static boolean isOne(Recorded.Execution execution) {
        return execution.name().startsWith(PREFIX);
    }

    static List<Scenario> all() {
        return List.of(
                child(), failingChild(), middle(), nested(), failing(), fanned(), partial(), tooMany(), paused());
    }

    private static Scenario child() {
        return Scenario.workflow(CHILD)
                .step("first", Behaviour.succeeds())
                .step("second", Behaviour.succeeds().taking(100, 500), "first")
                .end();
    }

    private static Scenario failingChild() {
        return Scenario.workflow(FAILING_CHILD)
                .step("fails", Behaviour.fails())
                .step("never", Behaviour.succeeds(), "fails")
                .end();
    }

    /** Between two others: it waits for one, and another waits for it. */
    private static Scenario middle() {
        return Scenario.workflow(MIDDLE)
                .step("before", Behaviour.succeeds())
                .step("child", new Work.Nested(CHILD, RunStatus.SUCCESS), "before")
                .end();
    }

    private static Scenario nested() {
        return Scenario.workflow(PREFIX + "nested")
                .step("before", Behaviour.succeeds())
                .step("deep", new Work.Nested(MIDDLE, RunStatus.SUCCESS), "before")
                .step("flat", new Work.Nested(CHILD, RunStatus.SUCCESS))
                .step("after", Behaviour.succeeds(), "deep", "flat")
                .last("clean-up");
    }

    private static Scenario failing() {
        return Scenario.workflow(PREFIX + "failing")
                .step("child", new Work.Nested(FAILING_CHILD, RunStatus.FAILURE))
                .step("after", Behaviour.succeeds(), "child")
                .step("alert", Behaviour.succeeds(), Join.any(), Condition.FAILURE, "child")
                .end();
    }

    private static Scenario fanned() {
        Behaviour each = Behaviour.succeeds().taking(20, 200);
        return Scenario.workflow(PREFIX + "fanned")
                .step("before", Behaviour.succeeds())
                .step(
                        "each",
                        Work.Items.all(8, 3, each)
                                .but(Behaviour.failsAtFirst(1, 100), 2)
                                .reducing(),
                        "before")
                .step("after", Behaviour.succeeds(), "each")
                .end();
    }

    private static Scenario partial() {
        return Scenario.workflow(PREFIX + "partial")
                .step(
                        "each",
                        Work.Items.all(6, 2, Behaviour.succeeds())
                                .but(Behaviour.fails(), 1, 4)
                                .tolerating(0.5))
                .step("after", Behaviour.succeeds(), "each")
                .end();
    }

    private static Scenario tooMany() {
        return Scenario.workflow(PREFIX + "too-many")
                .step(
                        "each",
                        Work.Items.all(5, 5, Behaviour.fails())
                                .but(Behaviour.succeeds(), 0)
                                .tolerating(0.5))
                .step("after", Behaviour.succeeds(), "each")
                .last("clean-up");
    }

    private static Scenario paused() {
        return Scenario.workflow(PREFIX + "paused")
                .step("before", Behaviour.succeeds())
                .step("pause", new Work.Pause(1_500), "before")
                .step("after", Behaviour.succeeds(), "pause")
                .end();
    }
}
