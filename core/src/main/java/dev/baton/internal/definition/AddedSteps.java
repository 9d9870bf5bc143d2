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
 * The steps that a run adds to its execution. Kept with the run, so that its end and the steps are recorded together or
 * not at all.
 *
 * @param first the number of the first added step; the others follow. {@link #NOWHERE} before the run has ended
 * @param steps the steps, each after its parents
 */
public record AddedSteps(int first, List<Step> steps) {

    static final int NOWHERE = -1;

    /**
     * An added step.
     *
     * @param name its name
     * @param job the registered job that it runs
     * @param parents the added steps it runs after; empty if it runs directly after the step that adds it
     * @param join how its edges are joined
     * @param mayFail whether its failure leaves the execution's status alone
     * @param given its parameters
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

    /** The known steps, if there are any, followed by more. */
    public static AddedSteps with(@Nullable AddedSteps known, List<Step> more) {
        if (known == null) {
            return new AddedSteps(NOWHERE, List.copyOf(more));
        }
        List<Step> all = new ArrayList<>(known.steps);
        all.addAll(more);
        return new AddedSteps(NOWHERE, List.copyOf(all));
    }

    /** These steps with the number of the first one. */
    public AddedSteps at(int number) {
        return new AddedSteps(number, steps);
    }
}
