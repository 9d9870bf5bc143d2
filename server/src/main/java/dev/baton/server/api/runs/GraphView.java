package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.RunStatus;
import dev.baton.server.graph.Drawing;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A graph of the steps of a workflow or execution, with the positions for drawing. */
@Doc("The graph of a workflow or an execution, with positions for drawing, in pixels from the upper"
        + " left. The graph of an execution is that of its start, with the steps that its runs have added since.")
public record GraphView(
        @Doc("The steps; those of an execution in topological order, where added steps may follow the final step.")
        List<NodeView> nodes,

        @Doc("The dependencies. The final step depends on every other step.")
        List<EdgeView> edges,

        @Doc("The width of the drawing, in pixels.") double width,
        @Doc("The height of the drawing, in pixels.") double height,
        @Doc("Whether there are more steps than are shown.") boolean truncated) {

    /** A step. */
    @Doc("A step in a graph; with its run, in the graph of an execution.")
    public record NodeView(
            @Doc("Its name in the graph.") String step,
            @Doc("The job's name: workflow/step.") String job,

            @Doc("Its kind: shell, http, fanout…; missing if it is no longer defined.") @Nullable String kind,

            @Doc("Whether it is the final step, which runs after all others, however they ended.")
            boolean last,

            @Doc("How many of its parents must end as required: all, any, or a least number; missing if it is"
                    + " no longer defined.")
            @Nullable String join,

            @Doc("Its position.") PositionView position,

            @Doc("The run's id; missing in the graph of a workflow, as are all fields below.") @Nullable String runId,

            @Doc("The status of the run.") @Nullable RunStatus status,
            @Doc("The reason for its status.") @Nullable String reason,

            @Doc("The current or last attempt, from 1; 0 before the first.") @Nullable Integer attempt,

            @Doc("When the current or last attempt started.") @Nullable Instant started,

            @Doc("When it ended.") @Nullable Instant finished,
            @Doc("The progress that it reported.") @Nullable ProgressView progress) {

        /** A step of a workflow, which has no run. */
        public static NodeView ofStep(
                String step, String job, String kind, boolean last, String join, PositionView position) {
            return new NodeView(step, job, kind, last, join, position, null, null, null, null, null, null, null);
        }
    }

    /** A position in a drawing. */
    @Doc("A position in a drawing, in pixels.")
    public record PositionView(
            @Doc("From the left.") double x,
            @Doc("From the top.") double y,
            @Doc("Its width.") double width,
            @Doc("Its height.") double height) {}

    /** A dependency. */
    @Doc("A dependency in a graph.")
    public record EdgeView(
            @Doc("The parent step.") String parent,
            @Doc("The child step.") String child,

            @Doc("The ends of the parent that satisfy it.") List<Condition> conditions,

            @Doc(
                    "Whether it follows from other lines and is not drawn: the final step depends on every step, and is drawn"
                            + " after the steps without other children.")
            boolean implied,

            @Doc("Whether it was satisfied; missing while the parent has not ended, and in the graph of a workflow.")
            @Nullable Boolean holds,

            @Doc("The line, from the parent's box over its bends to the child's; empty if it is not drawn.")
            List<Drawing.Point> route) {}
}
