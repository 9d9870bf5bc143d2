package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.Join;
import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * Workflows to give commands to. Each goes nowhere, or fails, until it is commanded, so that it is known how each of them
 * ends: as its {@link Drill.Kind} says.
 */
final class Drills {

    static final String BEFORE = "before";
    static final String MIDDLE = "middle";
    static final String AFTER = "after";
    static final String ALARM = "alarm";
    static final String CLEAN_UP = "clean-up";

    private static final String PREFIX = "drill-";
    /** Takes until it is told. */
    static final String TOLD = PREFIX + "told";

    private static final String MENDED = PREFIX + "mended";
    private static final Work LONG_PAUSE = new Work.Pause(3_600_000);

    private Drills() {}

    static boolean isOne(String name) {
        return name.startsWith(PREFIX);
    }

    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        all.add(Scenario.workflow(TOLD).step("work", new Work.Told()).end());
        all.add(Scenario.workflow(MENDED)
                .step("done", Behaviour.succeeds())
                .step("fails", new Work.Mended(), "done")
                .end());
        all.addAll(of(Drill.Kind.CANCEL));
        all.addAll(of(Drill.Kind.HOLD));
        all.addAll(of(Drill.Kind.RETRY));
        all.addAll(of(Drill.Kind.MARK));
        all.addAll(of(Drill.Kind.ANSWER));
        return all;
    }

    /** The workflows that a kind of drill is done with. */
    static List<Scenario> of(Drill.Kind kind) {
        Work nested = new Work.Nested(TOLD, RunStatus.SUCCESS);
        return switch (kind) {
            case CANCEL ->
                List.of(
                        scenario("cancel-body", new Work.Told()),
                        scenario("cancel-nested", nested),
                        scenario("cancel-items", Work.Items.all(5, 2, new Work.Told())),
                        scenario("cancel-pause", LONG_PAUSE),
                        scenario("cancel-question", new Work.Question()));
            case HOLD ->
                List.of(
                        scenario("hold-body", Behaviour.succeeds().taking(200, 800)),
                        scenario("hold-pause", new Work.Pause(700)));
            case RETRY ->
                List.of(
                        scenario("retry-body", new Work.Mended()),
                        scenario("retry-nested", new Work.Nested(MENDED, RunStatus.SUCCESS)),
                        scenario(
                                "retry-items",
                                Work.Items.all(4, 2, Behaviour.succeeds()).but(new Work.Mended(), 1, 2)));
            case MARK ->
                List.of(
                        scenario("mark-body", new Work.Told()),
                        scenario("mark-nested", nested),
                        scenario("mark-items", Work.Items.all(3, 3, new Work.Told())),
                        scenario("mark-question", new Work.Question()));
            case ANSWER -> List.of(scenario("answer", new Work.Question()));
        };
    }

    private static Scenario scenario(String name, Work middle) {
        return Scenario.workflow(PREFIX + name)
                .step(BEFORE, Behaviour.succeeds().taking(0, 300))
                .step(MIDDLE, middle, BEFORE)
                .step(AFTER, Behaviour.succeeds(), MIDDLE)
                .step(ALARM, Behaviour.succeeds(), Join.any(), Condition.FAILURE, MIDDLE)
                .last(CLEAN_UP);
    }
}
