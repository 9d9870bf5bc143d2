package dev.baton.internal.run;

import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Run;
import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import dev.baton.SkipSignal;
import dev.baton.Step;
import dev.baton.Trigger;
import dev.baton.error.NoOutputException;
import dev.baton.internal.definition.FanoutDefinition;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.execution.Endings;
import dev.baton.internal.execution.Lease;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReasonText;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.view.Snapshots;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The view that a body has of its run, its execution and its parents. */
abstract class BodyContext extends Lease implements RunContext {

    private static final Duration AGAIN = Duration.ofSeconds(1);

    protected final ReadyRuns runs;
    protected final LiveExecution execution;

    /** The context of an attempt. */
    BodyContext(ReadyRuns runs, LiveExecution execution, int step, int number, long started) {
        super(step, number, started);
        this.runs = runs;
        this.execution = execution;
    }

    /** The execution that the run belongs to. */
    public LiveExecution execution() {
        return execution;
    }

    /** The context that the body sees. */
    public RunContext context() {
        return this;
    }

    RunServices services() {
        return runs.services();
    }

    /** Whether the run belongs to another node. */
    public abstract boolean isBorrowed();

    /** The job as it is now. */
    public Job job() {
        return execution.node(step).job();
    }

    /** The demands of the run on its worker. */
    public RunPolicy.Demand demand() {
        return execution.cause().demand(job().policy());
    }

    @Override
    public UUID executionId() {
        return execution.id();
    }

    @Override
    public RunId runId() {
        return execution.runId(step);
    }

    @Override
    public String jobName() {
        return job().name();
    }

    @Override
    public int attempt() {
        return number;
    }

    @Override
    public Instant scheduledTime() {
        return Time.toInstant(execution.cause().scheduled());
    }

    @Override
    public Trigger trigger() {
        return execution.cause().trigger();
    }

    @Override
    public Optional<Item> item() {
        return execution.definition() instanceof FanoutDefinition fanout
                ? fanout.item(execution.cause().parameters(), step)
                : Optional.empty();
    }

    @Override
    public <T> T item(Class<T> type) {
        String asked = jobName() + " asks for its item";
        Item item = item().orElseThrow(() -> new IllegalArgumentException(
                asked + " as a " + type.getName() + ", but there is none: it is no part of a fan-out"));
        return new GivenValue(asked, item.value()).as(type, services().keeper().codec());
    }

    @Override
    public Optional<RunId> parentRun() {
        return Keys.parentRun(execution.cause().key());
    }

    @Override
    public Instant now() {
        return services().time().now();
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> inputs = job().policy().inputs();
        Map<String, Object> given = execution.node(step).given();
        if (inputs.isEmpty() && given.isEmpty()) {
            return HiddenParameters.visible(
                    Fanout.withoutItems(execution.cause().parameters()));
        }
        Map<String, Object> all = new LinkedHashMap<>(inputs);
        all.putAll(
                HiddenParameters.visible(Fanout.withoutItems(execution.cause().parameters())));
        all.putAll(given);
        return all;
    }

    @Override
    public Map<String, String> carried() {
        return HiddenParameters.carried(execution.cause().parameters());
    }

    @Override
    public <T> T parameter(String name, Class<T> type) {
        String asked = jobName() + " asks for parameter \"" + name + "\"";
        Object value = parameters().get(name);
        if (value == null) {
            throw new IllegalArgumentException(asked + " as a " + type.getName() + ", but there is none");
        }
        return new GivenValue(asked, value).as(type, services().keeper().codec());
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // a step's type says whether its output may be null
    public <T extends @Nullable Object> T output(Step<T> parent) {
        OptionalInt number = execution.plan().step(parent.name());
        boolean known = number.isPresent()
                && execution.node(number.getAsInt()).job().name().equals(parent.fullName());
        if (!known) {
            throw new NoOutputException(parent.fullName(), "it is no part of this execution.");
        }
        return (T) outputOf(parent.name());
    }

    @Override
    public <T> T output(String parent, Class<T> type) {
        Object value = outputOf(parent);
        if (!type.isInstance(value)) {
            throw new NoOutputException(
                    parent,
                    value == null
                            ? "its body returned nothing."
                            : "it is a " + value.getClass().getName() + ", not a " + type.getName() + ".");
        }
        return type.cast(value);
    }

    private @Nullable Object outputOf(String name) {
        OptionalInt number = execution.plan().step(name);
        if (number.isEmpty()) {
            throw new NoOutputException(name, "it is no part of this execution.");
        }
        // The parent ended before this attempt started, so its entry in the arrays is final and visible.
        RunStatus status = execution.progress().status(number.getAsInt());
        if (!status.countsAsSuccess()) {
            throw new NoOutputException(name, "its status is " + status + ", and only a success has one.");
        }
        return fromStore(() -> execution.runs().output(number.getAsInt()));
    }

    @Override
    public List<Run> parents() {
        return fromStore(() -> Snapshots.parents(execution, step));
    }

    @Override
    public Map<RunStatus, Integer> parentCounts() {
        return Snapshots.parentCounts(execution, step);
    }

    /** Waits for a store that cannot be reached: the outputs of an execution with many steps may be in there only. */
    private <T extends @Nullable Object> T fromStore(Supplier<T> read) {
        while (true) {
            try {
                return read.get();
            } catch (StoreUnavailableException e) {
                try {
                    services().time().sleep(AGAIN);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }

    @Override
    public boolean isFinal() {
        return execution.plan().isFinal(step);
    }

    @Override
    public ExecutionStatus statusSoFar() {
        return execution.ask(turn -> Endings.soFar(execution));
    }

    @Override
    public String reason() {
        return execution.ask(turn -> ReasonText.whyItRuns(execution, step));
    }

    @Override
    public Logger log() {
        return new RunLogger(
                jobName(), execution.runs().details(step), services().time(), number);
    }

    @Override
    public void progress(double fraction, String message) {
        if (!(fraction >= 0.0 && fraction <= 1.0)) {
            throw new IllegalArgumentException("progress is a fraction from 0 to 1, not " + fraction);
        }
        execution.runs().details(step).setProgress(new Run.Progress(fraction, message));
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        services().time().sleep(duration);
    }

    @Override
    public RuntimeException skip(String reason) {
        throw new SkipSignal(reason);
    }

    @Override
    public void checkpoint(byte[] state) {
        execution.runs().details(step).checkpoint(state);
        if (!isBorrowed()) {
            execution.change(turn -> {
                turn.touchByAttempt(step);
                return true;
            });
        }
    }

    @Override
    public Optional<byte[]> checkpoint() {
        RunDetails details = execution.runs().detailsOrNull(step);
        return details == null ? Optional.empty() : Optional.ofNullable(details.checkpoint());
    }
}
