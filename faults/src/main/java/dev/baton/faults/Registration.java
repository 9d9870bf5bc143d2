package dev.baton.faults;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Configured;
import dev.baton.Extension;
import dev.baton.ExtensionBuilder;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.WorkflowBuilder;
import dev.baton.policy.Retry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Makes workflows and jobs of scenarios; their bodies write to the ledger. */
final class Registration {

    /** Enough for a body whose node is killed again and again. */
    private static final int MOST_ATTEMPTS = 50;

    private static final Job STUBBORN = Job.named("stubborn")
            .retry(Retry.fixed(MOST_ATTEMPTS, Duration.ZERO))
            .run(context -> {});

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Ledger ledger;
    private final Path directory;

    /** With the folder where the driver leaves its {@linkplain Word words}. */
    Registration(Ledger ledger, Path directory) {
        this.ledger = ledger;
        this.directory = directory;
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

    /** Registers the jobs that added steps run, and those of the steps that they add. */
    private void addJobs(Baton baton, Scenario scenario, Scenario.Step adding) {
        for (Scenario.Step step : adding.adds()) {
            if (step.runs() == null) {
                add(baton, Job.named(scenario.jobOf(step)), scenario, step);
            }
            addJobs(baton, scenario, step);
        }
    }

    private void add(Baton baton, Job.Builder job, Scenario scenario, Scenario.Step step) {
        baton.add(retry(job, step.work()).run(context -> body(context, scenario, step)));
    }

    private void define(WorkflowBuilder builder, Scenario scenario) {
        for (Scenario.Step step : scenario.steps()) {
            dev.baton.Step<?> added = define(builder, scenario, step);
            step.after().forEach(edge -> added.after(edge.parent(), edge.condition()));
            added.join(step.join());
        }
    }

    private dev.baton.Step<?> define(WorkflowBuilder builder, Scenario scenario, Scenario.Step step) {
        Work work = step.work();
        if (work instanceof Work.Nested nested) {
            return builder.workflow(step.name(), nested.name());
        }
        if (work instanceof Work.Items items) {
            return builder.fanout(step.name(), fanout(items));
        }
        if (work instanceof Work.Pause pause) {
            return builder.waitFor(step.name(), Duration.ofMillis(pause.millis()));
        }
        if (work instanceof Work.Question) {
            return builder.approval(step.name(), "may it go on?");
        }
        Action body = context -> body(context, scenario, step);
        return retry(step.last() ? builder.finalRun(step.name(), body) : builder.run(step.name(), body), work);
    }

    private Fanout fanout(Work.Items items) {
        List<Integer> numbers = IntStream.range(0, items.count()).boxed().toList();
        Fanout fanout = retry(Fanout.over(numbers), items.otherwise())
                .concurrency(items.concurrency())
                .tolerance(items.tolerance())
                .each(context -> {
                    int item = context.item().orElseThrow().index();
                    work(context, items.of(item));
                    return item;
                });
        return items.reduced()
                ? fanout.reduce(
                        Fanout.RunOn.SUCCESS,
                        context -> {
                            work(context, Behaviour.succeeds());
                            return items.count();
                        },
                        policy -> STUBBORN.policy())
                : fanout;
    }

    private static <S> S retry(Configured<S> configured, Work work) {
        Duration delay = Duration.ofMillis(work instanceof Behaviour behaviour ? behaviour.retryMillis() : 0);
        return configured.retry(Retry.fixed(MOST_ATTEMPTS, delay).on(PassingFailure.class));
    }

    private void body(RunContext context, Scenario scenario, Scenario.Step step) throws InterruptedException {
        ledger.write(context, LedgerEntry.Event.START);
        if (!step.adds().isEmpty()) {
            // Before all else: whatever becomes of the attempt then, it has asked for them.
            context.extend(Extension.define(extension -> add(extension, context, scenario, step)));
        }
        go(context, step.work());
    }

    private void work(RunContext context, Work work) throws InterruptedException {
        ledger.write(context, LedgerEntry.Event.START);
        go(context, work);
    }

    private void go(RunContext context, Work work) throws InterruptedException {
        try {
            if (work instanceof Behaviour behaviour) {
                Thread.sleep(behaviour.millis(context.executionId(), Ledger.step(context)));
            } else if (work instanceof Work.Told) {
                awaitWord(context);
            }
        } catch (InterruptedException e) {
            ledger.write(context, LedgerEntry.Event.STOPPED);
            throw e;
        }
        boolean fails =
                work instanceof Work.Mended ? !Word.MENDED.isSaid(directory, context) : work.end() == RunStatus.FAILURE;
        if (fails) {
            ledger.write(context, LedgerEntry.Event.FAIL);
            throw new IllegalStateException("fails as planned");
        }
        if (work instanceof Behaviour behaviour && context.attempt() <= behaviour.failures()) {
            ledger.write(context, LedgerEntry.Event.RETRY);
            throw new PassingFailure();
        }
        ledger.write(context, LedgerEntry.Event.END);
    }

    private void awaitWord(RunContext context) throws InterruptedException {
        while (!Word.TOLD.isSaid(directory, context)) {
            Thread.sleep(PAUSE.toMillis());
        }
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
