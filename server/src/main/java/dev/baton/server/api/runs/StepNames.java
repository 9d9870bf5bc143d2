package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of runs in their execution. The job name of a workflow's step contains the name of the step; only other
 * names, such as those of added steps, require the execution, which must be read again if it has ended.
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
