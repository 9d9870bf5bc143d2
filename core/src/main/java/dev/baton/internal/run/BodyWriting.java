package dev.baton.internal.run;

import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.PlanExtension;
import dev.baton.spi.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** The effects of a successful attempt: the body's writes in the transaction of its end, and the steps it added. */
abstract class BodyWriting extends BodyContext {

    private static final AtomicReferenceFieldUpdater<BodyWriting, @Nullable AddedSteps> ADDED =
            AtomicReferenceFieldUpdater.newUpdater(BodyWriting.class, AddedSteps.class, "added");

    private volatile @Nullable AddedSteps added;
    private volatile Store.@Nullable Transaction transaction;

    BodyWriting(ReadyRuns runs, LiveExecution execution, int step, int number, long started) {
        super(runs, execution, step, number, started);
    }

    @Override
    public @Nullable AddedSteps added() {
        return added;
    }

    /** Sets the steps that an attempt on another node added. */
    final void setAdded(@Nullable AddedSteps steps) {
        added = steps;
    }

    @Override
    public synchronized Store.Transaction transaction() {
        if (isBorrowed()) {
            throw new NotHereSignal();
        }
        Store.Transaction known = transaction;
        if (known == null) {
            known = services().keeper().begin();
            transaction = known;
        }
        return known;
    }

    /** Fails the attempt of a body whose writes cannot be committed: to call it again would change nothing. */
    final void checkTransaction() throws Exception {
        Store.Transaction known = transaction;
        if (known != null) {
            known.check();
        }
    }

    final boolean hasTransaction() {
        return transaction != null;
    }

    @Override
    protected Store.@Nullable Transaction takeTransaction() {
        // Most bodies have none, and are many.
        return transaction == null ? null : takeKnownTransaction();
    }

    private synchronized Store.@Nullable Transaction takeKnownTransaction() {
        Store.Transaction taken = transaction;
        transaction = null;
        return taken;
    }

    @Override
    protected void rollBack() {
        Store.Transaction unwanted = takeTransaction();
        if (unwanted != null) {
            runs.later(unwanted::close);
        }
    }

    @Override
    public void extend(Extension extension) {
        List<AddedSteps.Step> steps = new ArrayList<>(extension.steps().size());
        for (Extension.Added each : extension.steps()) {
            Job job = services().registry().job(each.job()).job();
            steps.add(AddedSteps.Step.of(each, job, services().keeper().codec()));
        }
        // Without a lock: the thread that has the turn may be waiting for the lock of this attempt.
        AddedSteps known;
        AddedSteps all;
        do {
            known = added;
            all = AddedSteps.with(known, steps);
            check(all);
        } while (!ADDED.compareAndSet(this, known, all));
    }

    private void check(AddedSteps all) {
        execution.ask(turn -> {
            PlanExtension.check(execution, step, all);
            return true;
        });
    }
}
