package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.RunStatus;
import dev.baton.server.graph.Drawing;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The graph of an execution. */
@Doc("The graph of an execution, as it was when the execution started, with what its runs have added since.")
public record GraphView(
        @Doc("The runs, in topological order; the final step may be followed by what was added.")
        List<NodeView> nodes,

        @Doc("What waits for what. From steps that nothing comes after a line leads to the final step.")
        List<EdgeView> edges,

        @Doc("How wide the drawing is, in pixels.") double width,
        @Doc("How high the drawing is, in pixels.") double height,
        @Doc("Whether there are more runs than are shown.") boolean truncated) {

    /** A run in the graph. */
    @Doc("A run in a graph.")
    public record NodeView(
            @Doc("The run's id.") String runId,
            @Doc("What it is called in the graph.") String step,
            @Doc("The job's name.") String job,

            @Doc("The kind of what is executed; missing when it is not defined any more.") @Nullable String kind,

            @Doc("Whether it runs after all others, whatever became of them.")
            boolean last,

            @Doc("Where it is.") RunStatus status,
            @Doc("Why it is there, in words.") @Nullable String reason,

            @Doc("The current or last attempt, from 1; 0 before the first.")
            int attempt,

            @Doc("When the current or last attempt started.") @Nullable Instant started,

            @Doc("When it ended.") @Nullable Instant finished,
            @Doc("How far it said it is.") @Nullable ProgressView progress,
            @Doc("Where to draw it.") @Nullable PositionView position) {}

    /** A place in a drawing. */
    @Doc("A place in a drawing, in pixels.")
    public record PositionView(
            @Doc("From the left.") double x,
            @Doc("From the top.") double y,
            @Doc("How wide it is.") double width,
            @Doc("How high it is.") double height) {}

    /** A dependency in the graph. */
    @Doc("A dependency in a graph.")
    public record EdgeView(
            @Doc("The step that comes first.") String parent,
            @Doc("The step that waits for it.") String child,

            @Doc("Under which ends of the parent it holds: either of these.")
            List<Condition> conditions,

            @Doc("Whether it held; missing while the parent has not ended.") @Nullable Boolean holds,

            @Doc("The line, from the parent's box over its bends to the child's.")
            List<Drawing.Point> route) {}
}
