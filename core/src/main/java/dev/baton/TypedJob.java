package dev.baton;

import dev.baton.error.InvalidScheduleException;
import dev.baton.error.NoOutputException;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A job that takes an input and returns an output, both of a type: what does not fit does not compile. Immutable.
 *
 * <pre>{@code
 * TypedJob<Charge, Receipt> charge = Job.named("charge")
 *         .takes(Charge.class)
 *         .returns(Receipt.class)
 *         .retry(Retry.exponential(5, Duration.ofSeconds(2)))
 *         .call((context, order) -> bank.charge(order));
 * baton.add(charge);
 * Receipt receipt = baton.trigger(charge, new Charge(…)).await(SOON).output(charge);
 * }</pre>
 *
 * <p>The input is a parameter of the execution, named {@value #INPUT}. Given as JSON, it is read as its class by the store's
 * codec. A schedule gives none: a job that has a schedule needs a {@linkplain Builder#input(Object) default}, or is
 * refused with an {@link InvalidScheduleException}.
 *
 * @param <I> the type of the input
 * @param <O> the type of the output
 */
public final class TypedJob<I, O> {

    /** The name of the parameter that is the input. */
    public static final String INPUT = "input";

    private final Job job;
    private final Class<I> input;
    private final Class<O> output;

    private TypedJob(Job job, Class<I> input, Class<O> output) {
        if (!job.timing().isTriggered() && !job.policy().inputs().containsKey(INPUT)) {
            throw new InvalidScheduleException(
                    job.timing().spec().text(),
                    "schedule",
                    job.name() + " takes a " + input.getName() + ", and a schedule gives none: set a default with"
                            + " input(…), or start it by baton.schedules().put(…), which takes one");
        }
        this.job = job;
        this.input = input;
        this.output = output;
    }

    /** The job's name. */
    public String name() {
        return job.name();
    }

    /** The type of the input. */
    public Class<I> inputType() {
        return input;
    }

    /** The type of the output; {@link Object} for a job that returns nothing. */
    public Class<O> outputType() {
        return output;
    }

    /** The job without its types. */
    public Job job() {
        return job;
    }

    O outputOf(Run run) {
        Object value = run.result().output();
        if (!run.status().countsAsSuccess()) {
            throw new NoOutputException(name(), "its status is " + run.status() + ", and only a success has one.");
        }
        if (!output.isInstance(value)) {
            throw new NoOutputException(
                    name(),
                    value == null
                            ? "its body returned nothing."
                            : "it is a " + value.getClass().getName() + ", not a " + output.getName() + ".");
        }
        return output.cast(value);
    }

    @Override
    public String toString() {
        return job.toString();
    }

    /**
     * The work of a job that takes an input.
     *
     * @param <I> the type of the input
     * @param <O> the type of the output
     */
    @FunctionalInterface
    public interface InputBody<I, O extends @Nullable Object> {

        /**
         * Does the work.
         *
         * @throws Exception to fail the attempt
         */
        O call(RunContext context, I input) throws Exception;
    }

    /**
     * The work of a job that takes an input and has no output.
     *
     * @param <I> the type of the input
     */
    @FunctionalInterface
    public interface InputAction<I> {

        /**
         * Does the work.
         *
         * @throws Exception to fail the attempt
         */
        void run(RunContext context, I input) throws Exception;
    }

    /**
     * A job that has an input and no body yet. Immutable: each call returns a new builder.
     *
     * @param <I> the type of the input
     * @param <O> the type of the output
     */
    public static final class Builder<I, O> implements Timed<Builder<I, O>>, Configured<Builder<I, O>> {

        private final Job.Builder job;
        private final Class<I> input;
        private final Class<O> output;

        Builder(Job.Builder job, Class<I> input, Class<O> output) {
            this.job = job;
            this.input = input;
            this.output = output;
        }

        /** Sets the type of the output. */
        public <T> Builder<I, T> returns(Class<T> type) {
            return new Builder<>(job, input, type);
        }

        /** Sets the input of executions that are given none, such as those of a schedule. */
        public Builder<I, O> input(I value) {
            return input(INPUT, value);
        }

        @Override
        public Builder<I, O> timing(UnaryOperator<Timing> change) {
            return new Builder<>(job.timing(change), input, output);
        }

        @Override
        public Builder<I, O> policy(UnaryOperator<RunPolicy> change) {
            return new Builder<>(job.policy(change), input, output);
        }

        /** Adds tags, by which programs find and remove jobs. */
        public Builder<I, O> tags(String... more) {
            return new Builder<>(job.tags(more), input, output);
        }

        /** Completes the job with a body whose result is the output. */
        public TypedJob<I, O> call(InputBody<I, ? extends O> body) {
            Class<I> type = input;
            return new TypedJob<>(
                    job.call(new WrappedBody<O>(
                            body,
                            context -> Objects.requireNonNull(
                                    body.call(context, given(context, type)), "the body returned null"))),
                    type,
                    output);
        }

        /** Completes the job with a body that has no output. */
        public TypedJob<I, Object> run(InputAction<I> action) {
            Class<I> type = input;
            Body<@Nullable Void> body = Body.of(context -> action.run(context, given(context, type)));
            return new TypedJob<>(job.call(new WrappedBody<>(action, body)), type, Object.class);
        }

        private static <I> I given(RunContext context, Class<I> type) {
            if (!context.parameters().containsKey(INPUT)) {
                throw new IllegalArgumentException(context.jobName() + " takes a " + type.getName()
                        + ", and was started without an input: give one to trigger or submit, or set a default on the"
                        + " job");
            }
            return context.parameter(INPUT, type);
        }
    }
}
