package dev.baton.internal;

import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Explanation;
import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Trigger;
import dev.baton.error.BatonClosedException;
import dev.baton.error.NoOutputException;
import dev.baton.error.StillRunningException;
import dev.baton.error.StoreFailedException;
import dev.baton.graph.Plan;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import dev.baton.internal.execution.StartCause;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.view.Snapshots;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The user's handle of an execution: every answer is a copy, made in a turn of the execution. Safe from any thread. */
final class ExecutionHandle implements Execution {

    /** How often a waiting caller polls an execution that another node owns. */
    static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final Executions executions;
    private final UUID id;
    private final String name;
    private final StartCause startCause;
    /** Null while nothing was asked about an execution that was recorded without an owner. */
    private volatile @Nullable LiveExecution latest;

    ExecutionHandle(Executions executions, LiveExecution latest) {
        this.executions = executions;
        this.id = latest.id();
        this.name = latest.definition().name();
        this.startCause = latest.cause();
        this.latest = latest;
    }

    /** The handle of an execution that is recorded, and that this node may not own. */
    ExecutionHandle(Executions executions, Start recorded) {
        this.executions = executions;
        this.id = recorded.id();
        this.name = recorded.definition().name();
        this.startCause = recorded.cause();
    }

    /** The execution itself if this node owns it, and otherwise a copy as last recorded. */
    private LiveExecution execution() {
        LiveExecution known = latest;
        if (known == null || known.isGone()) {
            known = executions.refresh(id, known);
            latest = known;
        }
        return known;
    }

    /** Why it was started: another time, if it was moved to one. */
    private StartCause cause() {
        LiveExecution known = latest;
        return known == null ? startCause : known.cause();
    }

    @Override
    public UUID id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Trigger trigger() {
        return cause().trigger();
    }

    @Override
    public Instant scheduledTime() {
        return Time.toInstant(cause().scheduled());
    }

    @Override
    public Map<String, Object> parameters() {
        return HiddenParameters.visible(Fanout.withoutItems(cause().parameters()));
    }

    @Override
    public ExecutionStatus status() {
        return executions.look(id, latest).status();
    }

    @Override
    public Instant started() {
        return Time.toInstant(cause().created());
    }

    @Override
    public Optional<Instant> finished() {
        Archive.Glance glance = executions.look(id, latest);
        return glance.status().isTerminal() ? Optional.of(Time.toInstant(glance.ended())) : Optional.empty();
    }

    @Override
    public List<Run> runs() {
        return Snapshots.runs(execution());
    }

    @Override
    public Run run(String step) {
        LiveExecution execution = execution();
        return Snapshots.run(execution, Command.number(execution, step));
    }

    @Override
    public Run run(int number) {
        LiveExecution execution = execution();
        return Snapshots.run(execution, Command.number(execution, number));
    }

    @Override
    public List<Run> runs(int from, int most, Set<RunStatus> statuses) {
        return Snapshots.runs(execution(), from, most, statuses);
    }

    @Override
    public List<Run> runsFrom(int number) {
        return executions.runsFrom(id, latest, Math.max(0, number));
    }

    @Override
    public List<Run> runsBefore(int before, int most, Set<RunStatus> statuses) {
        return Snapshots.runsBefore(execution(), before, most, statuses);
    }

    @Override
    public String step(int number) {
        LiveExecution known = latest;
        // A graph only grows at its end: a known name need not be read again.
        LiveExecution execution = known != null && number < known.plan().size() ? known : execution();
        return execution.plan().name(Command.number(execution, number));
    }

    @Override
    public Map<RunStatus, Integer> counts() {
        return Snapshots.counts(execution());
    }

    @Override
    public Optional<String> finalStep() {
        Plan plan = execution().plan();
        OptionalInt last = plan.finalStep();
        return last.isPresent() ? Optional.of(plan.name(last.getAsInt())) : Optional.empty();
    }

    @Override
    public List<Dependency> dependencies() {
        return Snapshots.dependencies(execution().plan());
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // a step's type says whether its output may be null
    public <T extends @Nullable Object> T output(Step<T> step) {
        Run run = run(step.fullName());
        if (!run.status().countsAsSuccess()) {
            throw new NoOutputException(step.name(), "its status is " + run.status() + ", and only a success has one.");
        }
        return (T) run.result().output();
    }

    @Override
    public Execution await(Duration atMost) throws InterruptedException {
        try {
            return awaitEnd(atMost);
        } catch (StoreFailedException e) {
            if (executions.isAbandoned()) {
                // The store was closed with this Baton, while it was being asked.
                throw new BatonClosedException("waiting for " + described());
            }
            throw e;
        }
    }

    private Execution awaitEnd(Duration atMost) throws InterruptedException {
        Time time = executions.time();
        long deadline = time.micros() + Time.toMicros(atMost);
        LiveExecution execution = execution();
        while (!isOver(execution)) {
            Duration left = Duration.of(Math.max(0, deadline - time.micros()), ChronoUnit.MICROS);
            boolean inTime = execution.isGone() ? pause(time, left) : time.await(execution.end(), left);
            if (!inTime) {
                throw new StillRunningException(described(), atMost, explain().text());
            }
            execution = lookAgain();
        }
        return this;
    }

    /**
     * Pauses before the next look at an execution that another node advances. Its end here says nothing: that is done
     * as soon as this node has let go of it.
     *
     * @return whether any time was left
     */
    private static boolean pause(Time time, Duration left) throws InterruptedException {
        time.sleep(left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY);
        return !left.isZero();
    }

    LiveExecution lookAgain() {
        if (executions.isAbandoned()) {
            throw new BatonClosedException("waiting for " + described());
        }
        LiveExecution known = latest;
        if (known != null
                && known.isGone()
                && !executions.look(id, known).status().isTerminal()) {
            // While another node owns it, its status is enough.
            return known;
        }
        return execution();
    }

    static boolean isOver(LiveExecution execution) {
        // Its end was never recorded and is lost: it continues on another node, and may end in another way.
        boolean lost = execution.isGone() && execution.end().isCompletedExceptionally();
        boolean over = execution.status().isTerminal() && execution.end().isDone() && !lost;
        if (!over && execution.end().isCompletedExceptionally() && !lost) {
            throw new BatonClosedException("waiting for " + execution);
        }
        return over;
    }

    @Override
    public CompletionStage<Execution> onEnd() {
        return executions.follow(this).minimalCompletionStage();
    }

    @Override
    public Cancellation cancel() {
        return executions.command(id, Command.of(Command.Verb.CANCEL));
    }

    @Override
    public Cancellation cancel(String step) {
        return executions.command(id, Command.of(Command.Verb.CANCEL, step));
    }

    @Override
    public void retry() {
        executions.command(id, Command.of(Command.Verb.RETRY));
    }

    @Override
    public void retry(String step) {
        executions.command(id, Command.of(Command.Verb.RETRY, step));
    }

    @Override
    public void mark(String step, RunStatus end) {
        executions.command(id, Command.mark(step, end));
    }

    @Override
    public void approve(String step, String comment) {
        executions.command(id, new Command(Command.Verb.APPROVE, step, comment));
    }

    @Override
    public void reject(String step, String comment) {
        executions.command(id, new Command(Command.Verb.REJECT, step, comment));
    }

    @Override
    public void reschedule(Instant notBefore) {
        executions.reschedule(id, Time.toMicros(notBefore));
        execution();
    }

    @Override
    public List<?> items() {
        return Fanout.items(cause().parameters());
    }

    @Override
    public Optional<RunId> parentRun() {
        return Keys.parentRun(cause().key());
    }

    @Override
    public void hold() {
        executions.command(id, Command.of(Command.Verb.HOLD));
    }

    @Override
    public void release() {
        executions.command(id, Command.of(Command.Verb.RELEASE));
    }

    @Override
    public Explanation explain() {
        return executions.explanations().execution(execution());
    }

    @Override
    public Explanation explain(String step) {
        LiveExecution execution = execution();
        return executions.explanations().run(execution, Command.number(execution, step));
    }

    /** Two handles of one execution are equal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExecutionHandle handle && handle.id().equals(id());
    }

    @Override
    public int hashCode() {
        return id().hashCode();
    }

    @Override
    public String toString() {
        LiveExecution known = latest;
        return known == null ? described() : known + ", " + known.status();
    }

    private String described() {
        return "execution " + id + " of " + name;
    }
}
