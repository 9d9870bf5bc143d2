package dev.baton;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Steps that a running body adds to its own execution, after itself: {@link RunContext#extend}. Each step has its own
 * name and runs a registered job; a step without a parent runs after the step that adds it. Validated when defined, and
 * immutable.
 *
 * <pre>{@code
 * context.extend(Extension.define(e -> {
 *     for (String file : files) {
 *         e.step("clean-" + file, "clean").parameter("file", file);
 *     }
 * }));
 * }</pre>
 */
public final class Extension {

    /** The most steps that one run can add. */
    public static final int MOST_STEPS = 10_000;

    /** The most steps that all runs of an execution can add together. */
    public static final int MOST_STEPS_IN_ALL = 100_000;

    private final List<Added> steps;

    Extension(List<Added> steps) {
        this.steps = List.copyOf(steps);
    }

    /**
     * Defines an extension. The builder can be used only while {@code definition} runs.
     *
     * @throws dev.baton.error.BatonException when the extension has no steps, too many steps, two steps of one name, an
     *     unknown parent, a cycle, a join over more parents than the step has, or an invalid name
     */
    public static Extension define(Consumer<ExtensionBuilder> definition) {
        ExtensionBuilder builder = new ExtensionBuilder();
        definition.accept(builder);
        return builder.build();
    }

    /** The steps, in topological order. */
    public List<Added> steps() {
        return steps;
    }

    /**
     * A step of an extension.
     *
     * @param name its name in the execution
     * @param job the registered job that it runs
     * @param parents the added steps it runs after; empty to run after the step that adds it
     * @param join how many of its dependencies must hold
     * @param allowFailure whether its failure leaves the execution's status alone
     * @param parameters the step's own parameters, which override all others
     */
    public record Added(
            String name,
            String job,
            List<Parent.Edge> parents,
            Join join,
            boolean allowFailure,
            Map<String, Object> parameters) {

        /** Copies the collections. */
        public Added {
            parents = List.copyOf(parents);
            parameters = Maps.with(Map.of(), parameters);
        }
    }

    /**
     * Turns a registered job into the job of an added step: the same body and policy under the step's full name.
     *
     * @param owner the name of the workflow or job whose execution the step joins
     */
    public static Job stepJob(String owner, String step, Job job) {
        return new Job(owner + "/" + step, job.body(), Timing.TRIGGERED, job.policy(), Join.all(), Set.of());
    }

    @Override
    public String toString() {
        return "extension by " + steps.stream().map(Added::name).toList();
    }

    /** A step of an extension that is being defined. Not thread-safe. */
    public static final class AddedStep {

        private final ExtensionBuilder extension;
        private final String name;
        private final String job;
        private final List<Parent.Edge> parents = new ArrayList<>();
        private final Map<String, Object> parameters = new LinkedHashMap<>();
        private Join join = Join.all();
        private boolean allowFailure;

        AddedStep(ExtensionBuilder extension, String name, String job) {
            this.extension = extension;
            this.name = name;
            this.job = job;
        }

        /** The step's name in the execution. */
        public String name() {
            return name;
        }

        /**
         * Runs the step after an added step has ended under one of these conditions; after its success if none is
         * given.
         */
        public AddedStep after(String parent, Condition... conditions) {
            extension.checkOpen();
            parents.add(new Parent.Edge(parent, Condition.mask(conditions)));
            return this;
        }

        /**
         * Runs the step after an added step has ended under one of these conditions; after its success if none is
         * given.
         */
        public AddedStep after(AddedStep parent, Condition... conditions) {
            return after(parent.name, conditions);
        }

        /** Sets how many of the step's dependencies must hold. */
        public AddedStep join(Join newJoin) {
            extension.checkOpen();
            join = newJoin;
            return this;
        }

        /**
         * Adds a named value to the step's parameters; it overrides the job's inputs and the execution's parameters.
         */
        public AddedStep parameter(String parameter, Object value) {
            extension.checkOpen();
            parameters.put(parameter, value);
            return this;
        }

        /**
         * Adds named values to the step's parameters; they override the job's inputs and the execution's parameters.
         */
        public AddedStep parameters(Map<String, ?> values) {
            extension.checkOpen();
            parameters.putAll(values);
            return this;
        }

        /** Keeps a failure of the step from failing the execution, whatever the job itself says. */
        public AddedStep allowFailure() {
            extension.checkOpen();
            allowFailure = true;
            return this;
        }

        List<Parent.Edge> parents() {
            return parents;
        }

        Added toAdded() {
            return new Added(name, job, parents, join, allowFailure, parameters);
        }
    }
}
