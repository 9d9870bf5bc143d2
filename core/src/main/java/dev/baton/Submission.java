package dev.baton;

import dev.baton.spi.HiddenParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The start of one execution: of what, with which parameters, and its options, which are an idempotency key, an earliest
 * start, a priority, a queue, and parents that must end first. {@link Starts#submit} takes submissions, and {@link
 * Starts#trigger(String, UnaryOperator) trigger} lets you change one. Immutable: each call returns a new submission.
 *
 * <pre>{@code
 * baton.submit(Submission.of("invoice").parameter("order", 42).key("invoice-42").after(shipment));
 * baton.trigger("invoice", with -> with.parameter("order", 42).key("invoice-42").queue("slow"));
 * }</pre>
 */
public final class Submission {

    private final String name;
    private final Map<String, Object> parameters;
    private final @Nullable String key;
    private final @Nullable Instant notBefore;
    private final List<After> parents;
    private final Origin origin;

    private Submission(
            String name,
            Map<String, Object> parameters,
            @Nullable String key,
            @Nullable Instant notBefore,
            List<After> parents,
            Origin origin) {
        this.name = name;
        this.parameters = parameters;
        this.key = key;
        this.notBefore = notBefore;
        this.parents = parents;
        this.origin = origin;
    }

    /** The trigger, scheduled time and delay of a submission. */
    private record Origin(
            Trigger trigger,
            @Nullable Instant scheduled,
            @Nullable Duration delay) {}

    /**
     * A parent of a submission: a run or a whole execution that must end first.
     *
     * @param execution the parent's execution; null for one of the same batch
     * @param step the number of the run; -1 for the whole execution
     * @param sibling the parent's submission of the same batch; null for an existing execution
     * @param conditions the accepted ends, as in {@link Condition#mask()}
     */
    public record After(
            @Nullable UUID execution, int step, @Nullable Submission sibling, int conditions) {

        /** The step number that stands for a whole execution. */
        public static final int WHOLE = -1;
    }

    /** A submission of a job with its input. */
    public static <I> Submission of(TypedJob<I, ?> job, I input) {
        Objects.requireNonNull(
                input, () -> job.name() + " takes a " + job.inputType().getName() + ", and not null");
        return of(job.name()).parameter(TypedJob.INPUT, input);
    }

    /** A submission of a job. */
    public static Submission of(Job job) {
        return of(job.name());
    }

    /** A submission of a workflow. */
    public static Submission of(Workflow workflow) {
        return of(workflow.name());
    }

    /** A submission of the job or workflow of that name. */
    public static Submission of(String name) {
        return new Submission(name, Map.of(), null, null, List.of(), new Origin(Trigger.SUBMIT, null, null));
    }

    /** Adds a parameter. */
    public Submission parameter(String parameter, Object value) {
        return new Submission(name, Maps.with(parameters, parameter, value), key, notBefore, parents, origin);
    }

    /** Adds parameters. */
    public Submission parameters(Map<String, ?> more) {
        return new Submission(name, Maps.with(parameters, more), key, notBefore, parents, origin);
    }

    /**
     * Sets the idempotency key: as long as an execution with this key is kept, submitting again returns that execution.
     *
     * @throws IllegalArgumentException when the key is empty, longer than 200 characters, or no text that a database
     *     keeps as it is: with the character 0, or with half of a surrogate pair
     */
    public Submission key(String newKey) {
        if (newKey.isEmpty() || newKey.length() > 200) {
            throw new IllegalArgumentException("a key has 1 to 200 characters, not " + newKey.length());
        }
        if (newKey.codePoints().anyMatch(character -> character == 0 || isHalf(character))) {
            throw new IllegalArgumentException(
                    "a key is text: it has neither the character 0 nor half of a surrogate pair");
        }
        return new Submission(name, parameters, newKey, notBefore, parents, origin);
    }

    private static boolean isHalf(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    /** Sets the trigger that the execution reports; the default is {@link Trigger#SUBMIT}. */
    public Submission trigger(Trigger trigger) {
        return new Submission(
                name, parameters, key, notBefore, parents, new Origin(trigger, origin.scheduled, origin.delay));
    }

    /** Sets the time the execution is for, as if its schedule had fired then; the default is the time it starts. */
    public Submission scheduledTime(Instant instant) {
        return new Submission(
                name, parameters, key, notBefore, parents, new Origin(origin.trigger, instant, origin.delay));
    }

    /**
     * Sets the priority of all runs of this execution, in place of their jobs'; higher goes first. A waiting run gains
     * one point per minute.
     *
     * @throws IllegalArgumentException when it is not between -1000 and 1000, as a job's priority is
     */
    public Submission priority(int priority) {
        return HiddenParameters.prioritize(this, RunPolicy.checkPriority(priority));
    }

    /**
     * Sets the queue in which all runs of this execution wait, in place of their jobs'. The labels and limits of the
     * jobs stay.
     *
     * @throws dev.baton.error.InvalidNameException when the name is invalid
     */
    public Submission queue(String queue) {
        return HiddenParameters.enqueue(this, Names.check(queue));
    }

    /** Sets the earliest start: this long after it is submitted, by the scheduler's clock. */
    public Submission delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay is not negative: " + delay);
        }
        return new Submission(
                name, parameters, key, null, parents, new Origin(origin.trigger, origin.scheduled, delay));
    }

    /** This submission as of a moment, for stores and schedulers: a delay becomes an earliest start. */
    public Submission asOf(Instant moment) {
        return origin.delay == null ? this : notBefore(moment.plus(origin.delay));
    }

    /** Sets the earliest start. */
    public Submission notBefore(Instant instant) {
        return new Submission(
                name, parameters, key, instant, parents, new Origin(origin.trigger, origin.scheduled, null));
    }

    /** Starts the execution after a run has ended under one of these conditions; after its success if none is given. */
    public Submission after(RunId parent, Condition... conditions) {
        return with(new After(parent.execution(), parent.number(), null, Condition.mask(conditions)));
    }

    /**
     * Starts the execution after another execution has ended under one of these conditions; after its success if none
     * is given.
     */
    public Submission after(Execution parent, Condition... conditions) {
        return with(new After(parent.id(), After.WHOLE, null, Condition.mask(conditions)));
    }

    /**
     * Starts the execution after another one of the same batch has ended under one of these conditions; after its
     * success if none is given.
     */
    public Submission after(Submission sibling, Condition... conditions) {
        return with(new After(null, After.WHOLE, sibling, Condition.mask(conditions)));
    }

    private Submission with(After parent) {
        List<After> more = new ArrayList<>(parents);
        more.add(parent);
        return new Submission(name, parameters, key, notBefore, List.copyOf(more), origin);
    }

    /** The name of the job or workflow. */
    public String name() {
        return name;
    }

    /** The parameters. */
    public Map<String, Object> parameters() {
        return parameters;
    }

    /** The idempotency key, if there is one. */
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /** The earliest start, if there is one. */
    public Optional<Instant> notBefore() {
        return Optional.ofNullable(notBefore);
    }

    /** The trigger that the execution reports. */
    public Trigger trigger() {
        return origin.trigger;
    }

    /** The time the execution is for, if set. */
    public Optional<Instant> scheduledTime() {
        return Optional.ofNullable(origin.scheduled);
    }

    /** The runs and executions that must end first. */
    public List<After> parents() {
        return parents;
    }

    @Override
    public String toString() {
        return "submission of " + name;
    }
}
