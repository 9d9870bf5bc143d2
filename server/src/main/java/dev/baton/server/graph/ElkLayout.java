package dev.baton.server.graph;

import dev.baton.server.graph.Drawing.Box;
import dev.baton.server.graph.Drawing.Point;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** The layered layout of the Eclipse Layout Kernel: few crossings, and lines that bend at right angles around boxes. */
public final class ElkLayout implements Layout {

    static {
        // Registers the functions by which ELK's options copy their defaults.
        LayoutMetaDataService.getInstance();
    }

    private static final double COLUMN_GAP = 60;
    private static final double ROW_GAP = 28;

    @Override
    public Drawing draw(Sketch sketch) {
        // ELK would reverse edges to break cycles, and draw a graph that does not exist.
        Layers.of(sketch);
        ElkNode graph = ElkGraphUtil.createGraph();
        graph.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
        graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE, ROW_GAP);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, COLUMN_GAP);
        List<ElkNode> nodes = new ArrayList<>();
        for (Sketch.Node box : sketch.nodes()) {
            ElkNode node = ElkGraphUtil.createNode(graph);
            node.setDimensions(box.width(), box.height());
            nodes.add(node);
        }
        List<ElkEdge> edges = sketch.edges().stream()
                .map(edge -> ElkGraphUtil.createSimpleEdge(nodes.get(edge.from()), nodes.get(edge.to())))
                .toList();
        new LayeredLayoutProvider().layout(graph, new BasicProgressMonitor());
        return new Drawing(
                graph.getWidth(),
                graph.getHeight(),
                nodes.stream()
                        .map(node -> new Box(node.getX(), node.getY(), node.getWidth(), node.getHeight()))
                        .toList(),
                edges.stream().map(ElkLayout::route).toList());
    }

    private static List<Point> route(ElkEdge edge) {
        ElkEdgeSection section = edge.getSections().get(0);
        List<Point> route = new ArrayList<>();
        route.add(new Point(section.getStartX(), section.getStartY()));
        for (ElkBendPoint bend : section.getBendPoints()) {
            route.add(new Point(bend.getX(), bend.getY()));
        }
        route.add(new Point(section.getEndX(), section.getEndY()));
        return List.copyOf(route);
    }
}
