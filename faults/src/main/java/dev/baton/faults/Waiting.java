package dev.baton.faults;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Fanout;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Workflows that wait for something in their middle: a nested workflow, the items of a fan-out, a time, a person. Each
 * goes on with the step {@value #AFTER}. Not part of the random load, whose executions all go their way unattended.
 */
final class Waiting {

    /** Waits for another workflow, whose only body takes three seconds. */
    static final String NESTED = "waiting-nested";

    static final String CHILD = "waiting-child";

    /** Waits for twenty items, four at a time, each of which takes half a second. */
    static final String FANNED = "waiting-fanned";

    /** Waits for four seconds. */
    static final String DELAYED = "waiting-delayed";

    /** Waits for a person. */
    static final String APPROVED = "waiting-approved";

    static final String STEP = "wait";
    static final String AFTER = "after";

    static final List<String> ALL = List.of(NESTED, FANNED, DELAYED, APPROVED);

    private static final int ITEMS = 20;

    private final Ledger ledger;

    Waiting(Ledger ledger) {
        this.ledger = ledger;
    }

    void register(Baton baton) {
        baton.add(Workflow.define(CHILD, w -> w.run("work", body(Duration.ofSeconds(3)))));
        baton.add(Workflow.define(NESTED, w -> goOn(w, w.workflow(STEP, CHILD))));
        baton.add(Workflow.define(DELAYED, w -> goOn(w, w.waitFor(STEP, Duration.ofSeconds(4)))));
        baton.add(Workflow.define(APPROVED, w -> goOn(w, w.approval(STEP, "may it go on?"))));
        baton.add(Workflow.define(FANNED, w -> goOn(w, w.fanout(STEP, items()))));
    }

    private Fanout items() {
        Action item = body(Duration.ofMillis(500));
        return Fanout.over(context -> IntStream.range(0, ITEMS).boxed().toList())
                .concurrency(4)
                .each(context -> {
                    item.run(context);
                    return context.item().orElseThrow().index();
                });
    }

    private void goOn(WorkflowBuilder workflow, Step<?> wait) {
        wait.after(workflow.run("before", body(Duration.ZERO)));
        workflow.run(AFTER, body(Duration.ZERO)).after(wait);
    }

    private Action body(Duration takes) {
        return context -> {
            ledger.write(context, LedgerEntry.Event.START);
            try {
                Thread.sleep(takes.toMillis());
            } catch (InterruptedException e) {
                ledger.write(context, LedgerEntry.Event.STOPPED);
                throw e;
            }
            ledger.write(context, LedgerEntry.Event.END);
        };
    }
}
