package dev.baton.server.api.definitions;

import dev.baton.Condition;
import dev.baton.server.graph.Drawing;
import dev.baton.server.http.Doc;
import java.util.List;

/**
 * The graph of a workflow, with where everything stands when it is drawn.
 *
 * @param width how wide the drawing is
 * @param height how high the drawing is
 * @param nodes the steps
 * @param edges the dependencies
 */
@Doc("The graph of a workflow, with where everything stands when it is drawn, in pixels from the upper left.")
public record WorkflowGraphView(
        @Doc("How wide the drawing is.") double width,
        @Doc("How high the drawing is.") double height,
        @Doc("The steps.") List<GraphNode> nodes,
        @Doc("The dependencies.") List<GraphEdge> edges) {

    /**
     * A step.
     *
     * @param id its full name
     * @param name its name inside the workflow
     * @param kind what it does
     * @param last whether it runs after all others
     * @param join how many of its parents must have ended as asked
     * @param box where it stands
     */
    @Doc("A step of a workflow.")
    public record GraphNode(
            @Doc("Its full name: workflow/step.") String id,
            @Doc("Its name inside the workflow.") String name,
            @Doc("Its kind: shell, http, fanout…") String kind,

            @Doc("Whether it runs after all others, whatever became of them.")
            boolean last,

            @Doc("How many of its parents must have ended as asked: all, any, or at least so many.")
            String join,

            @Doc("Where it stands.") Drawing.Box box) {}

    /**
     * A dependency.
     *
     * @param from the parent's full name
     * @param to the child's full name
     * @param conditions what is asked of the parent's end
     * @param route the line
     */
    @Doc("A dependency between two steps.")
    public record GraphEdge(
            @Doc("The full name of the parent.") String from,
            @Doc("The full name of the child.") String to,

            @Doc("What is asked of the parent's end: either of these.")
            List<Condition> conditions,

            @Doc("The line, from the parent's box over its bends to the child's.")
            List<Drawing.Point> route) {}
}
