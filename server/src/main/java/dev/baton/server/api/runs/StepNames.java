package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * The names that runs go by in their execution. A step of a workflow has its name in that of its job; only for others, such
 * as those that a body added, is the execution asked, which for one that has ended means reading it again.
 */
public final class StepNames {

    private StepNames() {}

    /** The names of some runs of an execution, in their order. */
    public static List<String> of(Execution execution, List<Run> runs) {
        String prefix = execution.name() + "/";
        List<String> names = new ArrayList<>();
        for (Run run : runs) {
            names.add(
                    run.job().startsWith(prefix)
                            ? run.job().substring(prefix.length())
                            : execution.step(run.id().number()));
        }
        return names;
    }
}
