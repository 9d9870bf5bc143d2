package dev.baton.faults;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Fanout;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * Workflows that wait for something in their middle: a body, a nested workflow, the items of a fan-out, a time, a
 * person. Each goes on with the step {@value #AFTER}. Bodies that take long take until the driver {@linkplain #tell tells
 * them} to end, so that they are under way when a node is harmed however slow the machine is. Not part of the random
 * load, whose executions all go their way unattended.
 */
final class Waiting {

    /** Its first body takes until it is told to end. */
    static final String TOLD = "waiting-told";

    /** The body that takes until it is told to end. */
    static final String BODY = TOLD + "/work";

    /** Waits for another workflow, whose only body takes until it is told to end. */
    static final String NESTED = "waiting-nested";

    static final String CHILD = "waiting-child";

    /** Waits for twenty items, four at a time, of which all but the first take until they are told to end. */
    static final String FANNED = "waiting-fanned";

    /** Waits for five seconds. */
    static final String DELAYED = "waiting-delayed";

    /** Waits for a person. */
    static final String APPROVED = "waiting-approved";

    static final String STEP = "wait";
    static final String AFTER = "after";

    private static final int ITEMS = 20;
    private static final String WORD = "told";
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Ledger ledger;
    private final Path word;

    /** With the folder where the driver leaves its word. */
    Waiting(Ledger ledger, Path directory) {
        this.ledger = ledger;
        this.word = directory.resolve(WORD);
    }

    /** Tells all bodies of the nodes with this folder to end, those that have not begun included. */
    static void tell(Path directory) throws IOException {
        Files.createFile(directory.resolve(WORD));
    }

    void register(Baton baton) {
        baton.add(Workflow.define(TOLD, w -> w.run(AFTER, body(() -> {})).after(w.run("work", body(this::awaitWord)))));
        baton.add(Workflow.define(CHILD, w -> w.run("work", body(this::awaitWord))));
        baton.add(Workflow.define(NESTED, w -> goOn(w, w.workflow(STEP, CHILD))));
        baton.add(Workflow.define(DELAYED, w -> goOn(w, w.waitFor(STEP, Duration.ofSeconds(5)))));
        baton.add(Workflow.define(APPROVED, w -> goOn(w, w.approval(STEP, "may it go on?"))));
        baton.add(Workflow.define(FANNED, w -> goOn(w, w.fanout(STEP, items()))));
    }

    private Fanout items() {
        Action first = body(() -> {});
        Action other = body(this::awaitWord);
        return Fanout.over(context -> IntStream.range(0, ITEMS).boxed().toList())
                .concurrency(4)
                .each(context -> {
                    int index = context.item().orElseThrow().index();
                    (index == 0 ? first : other).run(context);
                    return index;
                });
    }

    private void goOn(WorkflowBuilder workflow, Step<?> wait) {
        wait.after(workflow.run("before", body(() -> {})));
        workflow.run(AFTER, body(() -> {})).after(wait);
    }

    /** The work of a body between its first and its last ledger entry. */
    @FunctionalInterface
    private interface Work {
        void run() throws InterruptedException;
    }

    private void awaitWord() throws InterruptedException {
        while (!Files.exists(word)) {
            Thread.sleep(PAUSE.toMillis());
        }
    }

    private Action body(Work work) {
        return context -> {
            ledger.write(context, LedgerEntry.Event.START);
            try {
                work.run();
            } catch (InterruptedException e) {
                ledger.write(context, LedgerEntry.Event.STOPPED);
                throw e;
            }
            ledger.write(context, LedgerEntry.Event.END);
        };
    }
}
