package dev.baton.faults;

import dev.baton.Baton;
import dev.baton.Configured;
import dev.baton.Extension;
import dev.baton.ExtensionBuilder;
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
            Scenario.Step only = scenario.steps().get(0);
            add(baton, scenario.job().apply(Job.named(scenario.name())), scenario, only);
        }
        scenario.steps().forEach(step -> addJobs(baton, scenario, step));
    }

    /** What a step's body adds runs registered jobs, and so does what those add. */
    private void addJobs(Baton baton, Scenario scenario, Scenario.Step adding) {
        for (Scenario.Step step : adding.adds()) {
            if (step.runs() == null) {
                add(baton, Job.named(scenario.jobOf(step)), scenario, step);
            }
            addJobs(baton, scenario, step);
        }
    }

    private void add(Baton baton, Job.Builder job, Scenario scenario, Scenario.Step step) {
        baton.add(retry(job, step.behaviour()).run(context -> body(context, scenario, step)));
    }

    private void define(WorkflowBuilder builder, Scenario scenario) {
        for (Scenario.Step step : scenario.steps()) {
            dev.baton.Step<?> added = step.last()
                    ? builder.last(step.name(), context -> body(context, scenario, step))
                    : builder.run(step.name(), context -> body(context, scenario, step));
            step.after().forEach(edge -> added.after(edge.parent(), edge.condition()));
            retry(added.join(step.join()), step.behaviour());
        }
    }

    private static <S> S retry(Configured<S> configured, Behaviour behaviour) {
        Duration delay = Duration.ofMillis(behaviour.retryMillis());
        return configured.retry(Retry.fixed(MOST_ATTEMPTS, delay).on(PassingFailure.class));
    }

    private void body(RunContext context, Scenario scenario, Scenario.Step step) throws InterruptedException {
        Behaviour behaviour = step.behaviour();
        ledger.write(context, LedgerEntry.Event.START);
        if (!step.adds().isEmpty()) {
            // Before all else: whatever becomes of the attempt then, it has asked for them.
            context.extend(Extension.define(extension -> add(extension, context, scenario, step)));
        }
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

    private void add(ExtensionBuilder extension, RunContext context, Scenario scenario, Scenario.Step adding) {
        for (Scenario.Step step : adding.adds()) {
            Extension.AddedStep added = extension
                    .step(step.name(), scenario.jobOf(step))
                    .join(step.join())
                    .parameters(ledger.signature(context));
            step.after().forEach(edge -> added.after(edge.parent(), edge.condition()));
        }
    }

    private static final class PassingFailure extends RuntimeException {

        private static final long serialVersionUID = 1;

        PassingFailure() {
            super("fails as planned, this time");
        }
    }
}
