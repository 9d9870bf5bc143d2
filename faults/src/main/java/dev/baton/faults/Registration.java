package dev.baton.faults;

import dev.baton.Baton;
import dev.baton.Configured;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.policy.Retry;
import java.time.Duration;

/** Makes workflows and jobs of scenarios; their bodies write to the ledger. */
final class Registration {

    /** Enough for a body whose node is killed again and again. */
    private static final int MOST_ATTEMPTS = 50;

    private final Ledger ledger;

    Registration(Ledger ledger) {
        this.ledger = ledger;
    }

    void register(Baton baton, Scenario scenario) {
        if (scenario.job() == null) {
            baton.add(Workflow.define(scenario.name(), builder -> define(builder, scenario)));
        } else {
            Behaviour behaviour = scenario.steps().get(0).behaviour();
            Job.Builder job = scenario.job().apply(Job.named(scenario.name()));
            baton.add(retry(job, behaviour).run(context -> body(context, behaviour)));
        }
    }

    private void define(WorkflowBuilder builder, Scenario scenario) {
        for (Scenario.Step step : scenario.steps()) {
            Behaviour behaviour = step.behaviour();
            dev.baton.Step<?> added = step.last()
                    ? builder.last(step.name(), context -> body(context, behaviour))
                    : builder.run(step.name(), context -> body(context, behaviour));
            step.after().forEach(edge -> added.after(edge.parent(), edge.condition()));
            retry(added.join(step.join()), behaviour);
        }
    }

    private static <S> S retry(Configured<S> configured, Behaviour behaviour) {
        Duration delay = Duration.ofMillis(behaviour.retryMillis());
        return configured.retry(Retry.fixed(MOST_ATTEMPTS, delay).on(PassingFailure.class));
    }

    private void body(RunContext context, Behaviour behaviour) throws InterruptedException {
        ledger.write(context, LedgerEntry.Event.START);
        try {
            Thread.sleep(behaviour.millis(context.executionId(), context.jobName()));
        } catch (InterruptedException e) {
            ledger.write(context, LedgerEntry.Event.STOPPED);
            throw e;
        }
        if (behaviour.alwaysFails()) {
            ledger.write(context, LedgerEntry.Event.FAIL);
            throw new IllegalStateException("fails as planned");
        }
        if (context.attempt() <= behaviour.failures()) {
            ledger.write(context, LedgerEntry.Event.RETRY);
            throw new PassingFailure();
        }
        ledger.write(context, LedgerEntry.Event.END);
    }

    private static final class PassingFailure extends RuntimeException {

        private static final long serialVersionUID = 1;

        PassingFailure() {
            super("fails as planned, this time");
        }
    }
}
