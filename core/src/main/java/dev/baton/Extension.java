package dev.baton;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Steps that a running body adds to its own execution, after itself: {@link RunContext#extend}. Each has a name of its
 * own and runs a registered job; one that names no parent runs after the step that adds it. Valid from the moment it
 * exists, and immutable.
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

    /** How many steps one run can add. */
    public static final int MOST_STEPS = 10_000;

    /** How many steps all runs of an execution can add together. */
    public static final int MOST_STEPS_IN_ALL = 100_000;

    private final List<Added> steps;

    Extension(List<Added> steps) {
        this.steps = List.copyOf(steps);
    }

    /**
     * Defines an extension. The builder is open while {@code definition} runs, and not afterwards.
     *
     * @throws dev.baton.error.BatonException when there is no step, too many, two of one name, a parent that is not among
     *     them, a circle, a join over more parents than there are, or a name is bad
     */
    public static Extension define(Consumer<ExtensionBuilder> definition) {
        ExtensionBuilder builder = new ExtensionBuilder();
        definition.accept(builder);
        return builder.build();
    }

    /** Its steps, each after its parents. */
    public List<Added> steps() {
        return steps;
    }

    /**
     * A step to be added.
     *
     * @param name its name in the execution
     * @param job the registered job that it runs
     * @param parents the added steps it runs after; none for one that runs after the step that adds it
     * @param join how many of its parents must have ended as asked
     * @param allowFailure whether its failure leaves the execution's status alone
     * @param parameters what it is given, over all else that it sees
     */
    public record Added(
            String name,
            String job,
            List<Parent.Edge> parents,
            Join join,
            boolean allowFailure,
            Map<String, Object> parameters) {

        /** Copies what could change. */
        public Added {
            parents = List.copyOf(parents);
            parameters = Maps.with(Map.of(), parameters);
        }
    }

    /**
     * A registered job as an added step runs it: with its body and policy, under the step's full name.
     *
     * @param owner the name of the workflow, or job, whose execution it is in
     */
    public static Job stepJob(String owner, String step, Job job) {
        return new Job(owner + "/" + step, job.body(), Timing.TRIGGERED, job.policy(), Join.all(), Set.of());
    }

    @Override
    public String toString() {
        return "extension by " + steps.stream().map(Added::name).toList();
    }

    /** A step of an extension that is being defined. For one thread. */
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

        /** Its name in the execution. */
        public String name() {
            return name;
        }

        /** Runs after the added step of this name has ended under one of these conditions; without any, its success. */
        public AddedStep after(String parent, Condition... conditions) {
            extension.checkOpen();
            parents.add(new Parent.Edge(parent, Condition.mask(conditions)));
            return this;
        }

        /** Runs after this added step has ended under one of these conditions; without any, after its success. */
        public AddedStep after(AddedStep parent, Condition... conditions) {
            return after(parent.name, conditions);
        }

        /** Says how many of its parents must have ended as asked. */
        public AddedStep join(Join newJoin) {
            extension.checkOpen();
            join = newJoin;
            return this;
        }

        /** Gives its body a value under a name, over the job's inputs and the execution's parameters. */
        public AddedStep parameter(String parameter, Object value) {
            extension.checkOpen();
            parameters.put(parameter, value);
            return this;
        }

        /** Gives its body values under names, over the job's inputs and the execution's parameters. */
        public AddedStep parameters(Map<String, ?> values) {
            extension.checkOpen();
            parameters.putAll(values);
            return this;
        }

        /** A failure does not fail the execution, even where the job's own would. */
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
