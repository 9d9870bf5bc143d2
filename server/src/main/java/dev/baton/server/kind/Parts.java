package dev.baton.server.kind;

import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.SubWorkflow;
import dev.baton.server.dispatch.Task;
import dev.baton.server.resolve.Origin;
import java.util.Map;

/** The server's parts from which jobs and workflows are compiled. */
public interface Parts {

    /** Finds the items at an address. */
    Fanout.Source items(Items.FromUri from, int maxItems, Origin origin);

    /** A body that starts an execution of another workflow and ends as that execution does. */
    default Body<?> subWorkflow(WorkflowWork work) {
        return new SubWorkflow(work.workflow(), work.parameters());
    }

    /** The bodies of steps that wait. */
    Body<?> waiting(WaitWork work, Origin origin);

    /** A body that checks other jobs first, and then hands its task to a worker. */
    Body<?> window(WindowWork work, Task task);

    /** A guard that evaluates an expression. */
    Guard when(String expression);

    /** The dates of a calendar. */
    Calendar calendar(String name);

    /** The secret values, by the names that jobs use. */
    Map<String, String> secrets();
}
