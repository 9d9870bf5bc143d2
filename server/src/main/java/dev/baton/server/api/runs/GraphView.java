package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.RunStatus;
import dev.baton.server.graph.Drawing;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A graph of steps, of a workflow or of an execution, with where everything stands when it is drawn. */
@Doc(
        "The graph of a workflow or an execution, with where everything stands when it is drawn, in pixels from the upper"
                + " left. The graph of an execution is as it was when the execution started, with what its runs have added since.")
public record GraphView(
        @Doc("The steps; of an execution in topological order, where the final step may be followed by what was added.")
        List<NodeView> nodes,

        @Doc("What waits for what. The final step waits for every other.")
        List<EdgeView> edges,

        @Doc("How wide the drawing is, in pixels.") double width,
        @Doc("How high the drawing is, in pixels.") double height,
        @Doc("Whether there are more steps than are shown.") boolean truncated) {

    /** A step. */
    @Doc("A step in a graph; with its run, in the graph of an execution.")
    public record NodeView(
            @Doc("What it is called in the graph.") String step,
            @Doc("The job's name: workflow/step.") String job,

            @Doc("Its kind: shell, http, fanout…; missing when it is not defined any more.") @Nullable String kind,

            @Doc("Whether it runs after all others, whatever became of them.")
            boolean last,

            @Doc("How many of its parents must have ended as asked: all, any, or at least so many; missing when it is"
                    + " not defined any more.")
            @Nullable String join,

            @Doc("Where to draw it.") PositionView position,

            @Doc("The run's id; missing in the graph of a workflow, like all that follows.") @Nullable String runId,

            @Doc("Where the run is.") @Nullable RunStatus status,
            @Doc("Why it is there, in words.") @Nullable String reason,

            @Doc("The current or last attempt, from 1; 0 before the first.") @Nullable Integer attempt,

            @Doc("When the current or last attempt started.") @Nullable Instant started,

            @Doc("When it ended.") @Nullable Instant finished,
            @Doc("How far it said it is.") @Nullable ProgressView progress) {

        /** A step of a workflow, which has no run. */
        public static NodeView ofStep(
                String step, String job, String kind, boolean last, String join, PositionView position) {
            return new NodeView(step, job, kind, last, join, position, null, null, null, null, null, null, null);
        }
    }

    /** A place in a drawing. */
    @Doc("A place in a drawing, in pixels.")
    public record PositionView(
            @Doc("From the left.") double x,
            @Doc("From the top.") double y,
            @Doc("How wide it is.") double width,
            @Doc("How high it is.") double height) {}

    /** A dependency. */
    @Doc("A dependency in a graph.")
    public record EdgeView(
            @Doc("The step that comes first.") String parent,
            @Doc("The step that waits for it.") String child,

            @Doc("Under which ends of the parent it holds: either of these.")
            List<Condition> conditions,

            @Doc(
                    "Whether it follows from other lines and is not drawn: the final step waits for every step, and is drawn"
                            + " after those that nothing else comes after.")
            boolean implied,

            @Doc("Whether it held; missing while the parent has not ended, and in the graph of a workflow.") @Nullable Boolean holds,

            @Doc("The line, from the parent's box over its bends to the child's; empty when it is not drawn.")
            List<Drawing.Point> route) {}
}
