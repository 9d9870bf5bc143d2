package dev.baton.faults;

import dev.baton.Condition;
import dev.baton.Fanout;
import dev.baton.Join;
import dev.baton.RunStatus;
import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.schedule.MissedFires;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Everything that nodes have registered. */
final class Scenarios {

    /** Fires every second, and makes up all that was missed. */
    static final String TICK_ALL = "tick-all";

    /** Fires every second, and makes up the latest that was missed. */
    static final String TICK_ONCE = "tick-once";

    /** Fires every second, and makes up nothing. */
    static final String TICK_SKIP = "tick-skip";

    static final List<String> TICKS = List.of(TICK_ALL, TICK_ONCE, TICK_SKIP);

    /** At most {@link #LIMIT} at a time, over all nodes. */
    static final String LIMITED = "limited";

    static final int LIMIT = 2;

    static final Behaviour LIMITED_BODY = Behaviour.succeeds().taking(20, 150);

    /** One at a time; one more is skipped. */
    static final String EXCLUSIVE = "exclusive";

    /** Its only step takes some seconds. */
    static final String LONG = "long";

    /** Its first step fails at first, and is tried again after two seconds. */
    static final String PATIENT = "patient";

    static final String CHAIN = "chain";

    /** Takes 200 ms. */
    static final String BRIEF = "brief";

    private final Map<String, Scenario> all = new LinkedHashMap<>();

    /** The executions that runs of these start, over the items of fan-outs, by name. */
    private final Map<String, Scenario> items = new HashMap<>();

    /** How many items of each run at a time. */
    private final Map<String, Integer> concurrency = new HashMap<>();

    private Scenarios(List<Scenario> scenarios) {
        for (Scenario scenario : scenarios) {
            all.put(scenario.name(), scenario);
            scenario.itemScenarios().forEach(over -> items.put(over.name(), over));
            for (Scenario.Step step : scenario.steps()) {
                if (step.work() instanceof Work.Items fanned) {
                    concurrency.put(Fanout.itemsOf(scenario.fullName(step)), fanned.concurrency());
                }
            }
        }
    }

    /** How many runs of an execution over the items of a fan-out there are at a time; 0 for what is none. */
    int concurrencyOf(String name) {
        return concurrency.getOrDefault(name, 0);
    }

    static Scenarios standard() {
        List<Scenario> scenarios = new ArrayList<>(List.of(
                chain(), diamond(), fanIn(), firstOfTwo(), failing(), retried(), patient(), longOne(), brief()));
        scenarios.add(Scenario.job(LIMITED, LIMITED_BODY, job -> job.limit(Limit.concurrency(LIMIT))));
        scenarios.add(Scenario.job(EXCLUSIVE, Behaviour.succeeds().taking(100, 400), job -> job.overlap(Overlap.skip()))
                .orEnds(RunStatus.SKIPPED));
        scenarios.add(tick(TICK_ALL, MissedFires.runAll()));
        scenarios.add(tick(TICK_ONCE, MissedFires.runOnce()));
        scenarios.add(tick(TICK_SKIP, MissedFires.skip()));
        scenarios.addAll(Growing.all());
        scenarios.addAll(Waits.all());
        scenarios.addAll(Drills.all());
        scenarios.addAll(RealGraphs.some());
        return new Scenarios(scenarios);
    }

    static Scenarios of(List<Scenario> scenarios) {
        return new Scenarios(scenarios);
    }

    List<Scenario> all() {
        return List.copyOf(all.values());
    }

    Set<String> names() {
        return Set.copyOf(all.keySet());
    }

    Scenario get(String name) {
        Scenario scenario = all.getOrDefault(name, items.get(name));
        if (scenario == null) {
            throw new IllegalStateException("nobody registered " + name);
        }
        return scenario;
    }

    /** The full names of the steps that run a registered job: its own, and those that are added to run it. */
    Set<String> stepsOf(String job) {
        Set<String> names = new HashSet<>(Set.of(job));
        for (Scenario scenario : all.values()) {
            for (Scenario.Step step : scenario.course().steps()) {
                if (job.equals(step.runs())) {
                    names.add(scenario.fullName(step));
                }
            }
        }
        return names;
    }

    private static Scenario chain() {
        Scenario.Workflow chain = Scenario.workflow(CHAIN).step("s0", Behaviour.succeeds());
        for (int i = 1; i < 8; i++) {
            chain.step("s" + i, Behaviour.succeeds(), "s" + (i - 1));
        }
        return chain.end();
    }

    private static Scenario diamond() {
        return Scenario.workflow("diamond")
                .step("top", Behaviour.succeeds())
                .step("left", Behaviour.succeeds(), "top")
                .step("right", Behaviour.succeeds().taking(100, 300), "top")
                .step("bottom", Behaviour.succeeds(), "left", "right")
                .end();
    }

    private static Scenario fanIn() {
        Scenario.Workflow fan = Scenario.workflow("fan-in");
        String[] parts = IntStream.range(0, 20).mapToObj(i -> "part" + i).toArray(String[]::new);
        for (String part : parts) {
            fan.step(part, Behaviour.succeeds());
        }
        return fan.step("sum", Behaviour.succeeds(), parts).end();
    }

    private static Scenario firstOfTwo() {
        return Scenario.workflow("first-of-two")
                .step("slow", Behaviour.succeeds().taking(1_000, 1_500))
                .step("quick", Behaviour.succeeds())
                .step("first", Behaviour.succeeds(), Join.any(), Condition.SUCCESS, "slow", "quick")
                .step("both", Behaviour.succeeds(), "slow", "quick")
                .end();
    }

    private static Scenario failing() {
        return Scenario.workflow("failing")
                .step("extract", Behaviour.succeeds())
                .step("transform", Behaviour.fails(), "extract")
                .step("load", Behaviour.succeeds(), "transform")
                .step("alert", Behaviour.succeeds(), Join.any(), Condition.FAILURE, "extract", "transform")
                .step("calm", Behaviour.succeeds(), Join.any(), Condition.FAILURE, "extract", "alert")
                .last("clean-up");
    }

    private static Scenario retried() {
        return Scenario.workflow("retried")
                .step("flaky", Behaviour.failsAtFirst(2, 200))
                .step("then", Behaviour.succeeds(), "flaky")
                .end();
    }

    private static Scenario patient() {
        return Scenario.workflow(PATIENT)
                .step("flaky", Behaviour.failsAtFirst(1, 15_000))
                .step("then", Behaviour.succeeds(), "flaky")
                .end();
    }

    private static Scenario longOne() {
        return Scenario.workflow(LONG)
                .step("work", Behaviour.succeeds().taking(1_000, 3_000))
                .step("then", Behaviour.succeeds(), "work")
                .end();
    }

    private static Scenario brief() {
        return Scenario.job(BRIEF, Behaviour.succeeds().taking(200, 200), job -> job);
    }

    private static Scenario tick(String name, MissedFires missed) {
        return Scenario.job(
                name, Behaviour.succeeds(), job -> job.cron("* * * * * *").missedFires(missed));
    }
}
