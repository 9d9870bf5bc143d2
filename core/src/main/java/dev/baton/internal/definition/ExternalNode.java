package dev.baton.internal.definition;

import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.Submission;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step that stands for a run, or a whole execution, outside: it ends when and how that ends, and what depends on it is
 * decided like everything else.
 *
 * @param execution the other execution
 * @param step which of its runs; {@link Submission.After#WHOLE} for the execution
 */
public record ExternalNode(UUID execution, int step) implements Node {

    private static final String RUN = "run:";
    private static final String EXECUTION = "execution:";
    private static final Job NO_JOB = Job.named("external").run(context -> {});

    /** Its name in a graph, which no step of a user's can have. */
    public String name() {
        return step == Submission.After.WHOLE ? EXECUTION + execution : RUN + new RunId(execution, step);
    }

    /** What a name in a graph stands for; null when it is a step of a user's. */
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
