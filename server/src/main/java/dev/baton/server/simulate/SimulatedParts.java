package dev.baton.server.simulate;

import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Deferred;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.RunContext;
import dev.baton.SubWorkflow;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.Parts;
import dev.baton.server.kind.WaitWork;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WorkflowWork;
import dev.baton.server.resolve.Origin;
import dev.baton.server.wait.Poller;
import dev.baton.server.window.Windows;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Parts without access to the outside: items are invented, waits end when assumed, conditions are true. */
final class SimulatedParts implements Parts {

    private final VirtualTime time;
    private final Assumptions assumptions;
    private final Windows windows;
    private final Map<String, Calendar> calendars;
    private final Budget budget;

    SimulatedParts(
            VirtualTime time,
            Assumptions assumptions,
            Endings endings,
            Map<String, Calendar> calendars,
            Budget budget) {
        this.time = time;
        this.assumptions = assumptions;
        this.windows = new Windows(endings, new SimulatedMemory(), new Poller(time, time::soon));
        this.calendars = calendars;
        this.budget = budget;
    }

    @Override
    public Fanout.Source items(Items.FromUri from, int maxItems, Origin origin) {
        return context -> IntStream.rangeClosed(1, items(context, maxItems))
                .mapToObj(number -> "item " + number)
                .toList();
    }

    /** One item above the limit is enough for the engine to refuse the fan-out. */
    private int items(RunContext context, int most) {
        int found = Math.min(assumptions.items(context), most == Integer.MAX_VALUE ? most : most + 1);
        return budget.admittedItems(found, time.now());
    }

    @Override
    public Body<?> subWorkflow(WorkflowWork work) {
        SubWorkflow body = new SubWorkflow(work.workflow(), work.parameters());
        return (Deferred) (context, handover) -> {
            if (budget.admitsNested(time.now())) {
                body.begin(context, handover);
            } else {
                handover.fail(new IllegalStateException("the simulation is over"));
            }
        };
    }

    @Override
    public Body<?> waiting(WaitWork work, Origin origin) {
        return new SimulatedWait(work.goal());
    }

    @Override
    public Body<?> window(WindowWork work, Task task) {
        return windows.body(work, task);
    }

    /**
     * The outputs of parents are unknown, so a {@code when} counts as true; callers assume "skipped" where it is false.
     */
    @Override
    public Guard when(String expression) {
        return context -> Optional.empty();
    }

    @Override
    public Calendar calendar(String name) {
        Calendar calendar = calendars.get(name);
        if (calendar == null) {
            throw new IllegalArgumentException("there is no calendar \"" + name + "\"");
        }
        return calendar;
    }

    @Override
    public Map<String, String> secrets() {
        return Map.of();
    }

    /** Waits for the assumed time, or the time in the definition. */
    private final class SimulatedWait implements Deferred {

        private final WaitWork.Goal goal;

        SimulatedWait(WaitWork.Goal goal) {
            this.goal = goal;
        }

        @Override
        public void begin(RunContext context, Handover handover) {
            Expectation expected = assumptions.expect(context, goal.length(context.now()));
            time.after(expected.duration(), () -> expected.report(handover));
        }
    }
}
