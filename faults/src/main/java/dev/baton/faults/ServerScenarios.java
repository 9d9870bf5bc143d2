package dev.baton.faults;

import dev.baton.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The definitions in the files of servers: the workflows and jobs of the nodes, as commands, as far as they are not too
 * large.
 */
final class ServerScenarios {

    /** Takes longer than most harm. */
    static final String HAUL = "haul";

    /** One process a step is too much for those of many steps; and what is nested has no word of the driver. */
    private static final Set<String> LEFT_OUT = Set.of("fan-in", "drill-mended", "drill-retry-nested");

    private ServerScenarios() {}

    static Scenarios all() {
        List<Scenario> all = new ArrayList<>();
        for (Scenario scenario : Scenarios.standard().all()) {
            if (Scenarios.TICKS.contains(scenario.name())) {
                all.add(tick(scenario.name()));
            } else if (!LEFT_OUT.contains(scenario.name()) && !RealGraphs.isOne(scenario.name())) {
                all.add(scenario);
            }
        }
        all.add(Scenario.workflow(HAUL)
                .step("load", Behaviour.succeeds())
                .step("drive", Behaviour.succeeds().taking(6_000, 12_000), "load")
                .step("unload", Behaviour.succeeds(), "drive")
                .end());
        return Scenarios.of(all);
    }

    /** A fire is what counts of it: a wait costs no process. */
    private static Scenario tick(String name) {
        return new Scenario(
                name,
                List.of(new Scenario.Step(name, new Work.Pause(1), List.of(), Join.all())),
                job -> job,
                Set.of(),
                false);
    }
}
