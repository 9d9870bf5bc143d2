package dev.baton.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.graph.Drawing.Box;
import dev.baton.server.graph.Drawing.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {

    static Stream<Layout> layouts() {
        return Stream.of(new ElkLayout(), new BarycentreLayout(), new Layouts());
    }

    private static Sketch sketch(int nodes, Sketch.Edge... edges) {
        return new Sketch(
                IntStream.range(0, nodes).mapToObj(i -> Sketch.Node.STEP).toList(), List.of(edges));
    }

    private static Sketch random(int nodes, int parents, long seed) {
        Random random = new Random(seed);
        List<Sketch.Edge> edges = new ArrayList<>();
        for (int node = 1; node < nodes; node++) {
            for (int i = 0; i < random.nextInt(parents + 1); i++) {
                edges.add(new Sketch.Edge(random.nextInt(node), node));
            }
        }
        return sketch(nodes, edges.stream().distinct().toArray(Sketch.Edge[]::new));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void a_child_stands_to_the_right_of_its_parents(Layout layout) {
        Sketch sketch = random(60, 3, 1);

        List<Box> boxes = layout.draw(sketch).boxes();

        assertThat(sketch.edges()).allSatisfy(edge -> {
            Box parent = boxes.get(edge.from());
            assertThat(boxes.get(edge.to()).x()).isGreaterThan(parent.x() + parent.width());
        });
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void no_two_boxes_overlap(Layout layout) {
        List<Box> boxes = layout.draw(random(60, 3, 2)).boxes();

        for (int i = 0; i < boxes.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(boxes.get(i).overlaps(boxes.get(j))).isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void everything_is_inside_the_drawing(Layout layout) {
        Drawing drawing = layout.draw(random(60, 3, 3));

        assertThat(drawing.boxes()).allSatisfy(box -> {
            assertThat(box.x()).isNotNegative();
            assertThat(box.y()).isNotNegative();
            assertThat(box.x() + box.width()).isLessThanOrEqualTo(drawing.width());
            assertThat(box.y() + box.height()).isLessThanOrEqualTo(drawing.height());
        });
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void a_line_leads_from_its_parent_to_its_child(Layout layout) {
        Sketch sketch = random(60, 3, 4);

        Drawing drawing = layout.draw(sketch);

        for (int i = 0; i < sketch.edges().size(); i++) {
            List<Point> route = drawing.routes().get(i);
            Box parent = drawing.boxes().get(sketch.edges().get(i).from());
            Box child = drawing.boxes().get(sketch.edges().get(i).to());
            assertThat(route.get(0).x()).isEqualTo(parent.x() + parent.width());
            assertThat(route.get(0).y()).isBetween(parent.y(), parent.y() + parent.height());
            assertThat(route.get(route.size() - 1).x()).isEqualTo(child.x());
            assertThat(route.get(route.size() - 1).y()).isBetween(child.y(), child.y() + child.height());
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void the_same_sketch_gives_the_same_drawing(Layout layout) {
        assertThat(layout.draw(random(60, 3, 5))).isEqualTo(layout.draw(random(60, 3, 5)));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void a_single_step_is_drawn(Layout layout) {
        assertThat(layout.draw(sketch(1)).boxes()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void a_cycle_is_refused(Layout layout) {
        Sketch cycle = sketch(2, new Sketch.Edge(0, 1), new Sketch.Edge(1, 0));

        assertThatThrownBy(() -> layout.draw(cycle)).hasMessageContaining("cycle");
    }

    @Test
    void a_graph_that_is_too_large_for_care_is_drawn_all_the_same() {
        Sketch sketch = random(100_000, 2, 6);

        assertThat(new Layouts().draw(sketch).boxes()).hasSize(100_000);
    }

    @Test
    void a_thousand_steps_are_drawn_with_care() {
        Sketch sketch = random(1_000, 2, 7);

        assertThat(new Layouts().draw(sketch)).isEqualTo(new ElkLayout().draw(sketch));
    }

    @Test
    void two_parallel_chains_do_not_cross() {
        Sketch chains =
                sketch(6, new Sketch.Edge(0, 3), new Sketch.Edge(1, 2), new Sketch.Edge(3, 4), new Sketch.Edge(2, 5));

        List<Box> boxes = new BarycentreLayout().draw(chains).boxes();

        boolean firstIsAbove = boxes.get(0).y() < boxes.get(1).y();
        assertThat(boxes.get(3).y() < boxes.get(2).y()).isEqualTo(firstIsAbove);
        assertThat(boxes.get(4).y() < boxes.get(5).y()).isEqualTo(firstIsAbove);
    }

    @Test
    void an_edge_to_nowhere_is_refused() {
        assertThatThrownBy(() -> sketch(2, new Sketch.Edge(0, 2))).hasMessageContaining("from 0 to 2");
    }
}
