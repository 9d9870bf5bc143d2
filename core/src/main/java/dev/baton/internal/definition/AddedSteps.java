package dev.baton.internal.definition;

import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.Parent;
import dev.baton.spi.Codec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps that a run adds to its execution. Kept with the run, so that both are recorded or neither is.
 *
 * @param first the number of the first of them; the others follow. {@link #NOWHERE} before the run has ended
 * @param steps the steps, each after its parents
 */
public record AddedSteps(int first, List<Step> steps) {

    static final int NOWHERE = -1;

    /**
     * An added step.
     *
     * @param name its name
     * @param job the registered job that it runs
     * @param parents the added steps it runs after; none for one that runs after the step that adds it
     * @param join how its edges are joined
     * @param mayFail whether its failure leaves the execution's status alone
     * @param given what it was given
     */
    public record Step(
            String name, String job, List<Parent.Edge> parents, Join join, boolean mayFail, StepParameters given) {

        public static Step of(Extension.Added step, Job job, @Nullable Codec codec) {
            return new Step(
                    step.name(),
                    step.job(),
                    step.parents(),
                    step.join(),
                    step.allowFailure() || job.policy().allowFailure(),
                    StepParameters.of(step.parameters(), codec));
        }
    }

    /** These, with more after them. */
    public static AddedSteps with(@Nullable AddedSteps known, List<Step> more) {
        if (known == null) {
            return new AddedSteps(NOWHERE, List.copyOf(more));
        }
        List<Step> all = new ArrayList<>(known.steps);
        all.addAll(more);
        return new AddedSteps(NOWHERE, List.copyOf(all));
    }

    /** The same at their place. */
    public AddedSteps at(int number) {
        return new AddedSteps(number, steps);
    }
}
