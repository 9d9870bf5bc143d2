package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.Submission;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step that stands for a run or execution outside this one. It ends when that run or execution ends, with the same
 * status.
 *
 * @param execution the other execution
 * @param step the step of the run; {@link Submission.After#WHOLE} for the whole execution
 */
public record ExternalNode(UUID execution, int step) implements Node {

    private static final String RUN = "run:";
    private static final String EXECUTION = "execution:";
    private static final Job NO_JOB = Job.named("external").run(context -> {});

    /** Its name in a graph, which no user's step can have. */
    public String name() {
        return step == Submission.After.WHOLE ? EXECUTION + execution : RUN + new RunId(execution, step);
    }

    /** The external node with a name in a graph; null if the name is that of a user's step. */
    static @Nullable ExternalNode parse(String name) {
        if (name.startsWith(RUN)) {
            RunId run = RunId.parse(name.substring(RUN.length()));
            return new ExternalNode(run.execution(), run.number());
        }
        return name.startsWith(EXECUTION)
                ? new ExternalNode(UUID.fromString(name.substring(EXECUTION.length())), Submission.After.WHOLE)
                : null;
    }

    @Override
    public Job job() {
        return NO_JOB;
    }

    @Override
    public boolean isPaused() {
        return false;
    }

    @Override
    public boolean isRemoved() {
        return false;
    }
}
