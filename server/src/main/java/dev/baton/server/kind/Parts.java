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

    /** Finds the items that an address gives. */
    Fanout.Source items(Items.FromUri from, int maxItems, Origin origin);

    /** Starts an execution of another workflow, and ends as that does. */
    default Body<?> subWorkflow(WorkflowWork work) {
        return new SubWorkflow(work.workflow(), work.parameters());
    }

    /** Waits for something. */
    Body<?> waiting(WaitWork work, Origin origin);

    /** Looks at other jobs first, and then has a worker do something. */
    Body<?> window(WindowWork work, Task task);

    /** Says whether an expression holds. */
    Guard when(String expression);

    /** The dates of a calendar. */
    Calendar calendar(String name);

    /** Values that must not be shown, by the names under which jobs ask for them. */
    Map<String, String> secrets();
}
