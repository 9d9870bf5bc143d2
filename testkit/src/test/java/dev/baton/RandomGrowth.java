package dev.baton;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * What the steps of a random graph add to it while it runs: further random graphs, whose steps may add more. With the
 * slow, obvious way to tell what must become of all of them.
 */
public final class RandomGrowth {

    private static final int MOST_STEPS = 6;
    private static final int DEEPEST = 3;

    private final RandomGraph graph;
    private final Map<String, RandomGraph> byAdder = new LinkedHashMap<>();

    public RandomGrowth(long seed, RandomGraph graph) {
        this.graph = graph;
        draw(new Random(seed), graph, 1);
    }

    private void draw(Random random, RandomGraph adding, int depth) {
        for (RandomGraph.Node node : adding.nodes) {
            if (depth <= DEEPEST && random.nextInt(5) == 0) {
                RandomGraph added = new RandomGraph(random.nextLong(), MOST_STEPS, node.name() + ".");
                byAdder.put(node.name(), added);
                draw(random, added, depth + 1);
            }
        }
    }

    /** All steps that may be added. */
    public List<RandomGraph.Node> nodes() {
        return byAdder.values().stream().flatMap(added -> added.nodes.stream()).toList();
    }

    /** The job that an added step runs. */
    public static String jobOf(RandomGraph.Node node) {
        return "job-" + node.name();
    }

    /** The jobs that added steps run, with bodies of one's own. */
    public List<Job> jobs(Function<RandomGraph.Node, Action> bodies) {
        List<Job> jobs = new ArrayList<>();
        for (RandomGraph.Node node : nodes()) {
            Job.Builder job = Job.named(jobOf(node));
            boolean unreliable = node.outcome().failures() > 0;
            jobs.add((unreliable ? job.retry(node.retry()) : job).run(bodies.apply(node)));
        }
        return jobs;
    }

    /** What the body of a step adds. */
    public Optional<Extension> by(RandomGraph.Node node) {
        return Optional.ofNullable(byAdder.get(node.name())).map(RandomGrowth::toExtension);
    }

    private static Extension toExtension(RandomGraph added) {
        return Extension.define(extension -> {
            for (RandomGraph.Node node : added.nodes) {
                Extension.AddedStep step =
                        extension.step(node.name(), jobOf(node)).join(node.join());
                for (RandomGraph.Edge edge : node.edges()) {
                    step.after(
                            added.nodes.get(edge.parent()).name(),
                            edge.conditions().toArray(Condition[]::new));
                }
            }
        });
    }

    /** What must become of each step, by its name; none is there but for a success of the step that adds it. */
    public Map<String, RunStatus> expected() {
        Map<String, RunStatus> ends = new LinkedHashMap<>();
        expect(graph, ends);
        return ends;
    }

    private void expect(RandomGraph of, Map<String, RunStatus> ends) {
        List<RunStatus> expected = of.expected();
        for (int i = 0; i < expected.size(); i++) {
            String step = of.nodes.get(i).name();
            ends.put(step, expected.get(i));
            RandomGraph added = byAdder.get(step);
            if (added != null && expected.get(i) == RunStatus.SUCCESS) {
                expect(added, ends);
            }
        }
    }
}
