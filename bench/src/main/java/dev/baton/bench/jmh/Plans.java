package dev.baton.bench.jmh;

import dev.baton.Condition;
import dev.baton.RunStatus;
import dev.baton.graph.Effects;
import dev.baton.graph.Plan;
import dev.baton.graph.PlanBuilder;
import dev.baton.graph.Progress;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A layered random graph: compiled, and gone through by Progress alone, without threads or bookkeeping. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class Plans {

    /** How many steps there are. */
    @Param({"1000", "100000", "1000000"})
    public int size;

    private String[] names = {};
    private Plan plan = Plan.single("none");

    /** Makes the names, which are not part of what is measured. */
    @Setup(Level.Trial)
    public void prepare() {
        names = new String[size];
        for (int step = 0; step < size; step++) {
            names[step] = "s" + step;
        }
        plan = compile();
    }

    /** Adding steps and edges, and compiling them. */
    @Benchmark
    public Plan compile() {
        PlanBuilder builder = new PlanBuilder();
        SplittableRandom random = new SplittableRandom(42);
        int width = (int) Math.sqrt(size);
        for (int step = 0; step < size; step++) {
            builder.step(names[step]);
            int layer = step / width;
            for (int parents = layer == 0 ? 0 : random.nextInt(1, 4); parents > 0; parents--) {
                builder.edge(random.nextInt((layer - 1) * width, layer * width), step, Condition.SUCCESS.mask());
            }
        }
        return builder.build();
    }

    /** Every step's end, one after the other, in the order they become ready. */
    @Benchmark
    public int finish() {
        Progress progress = new Progress(plan);
        Effects effects = new Effects();
        int[] ready = new int[size];
        progress.start(effects);
        int known = take(effects, ready, 0);
        for (int next = 0; next < known; next++) {
            progress.finish(ready[next], RunStatus.SUCCESS, effects);
            known = take(effects, ready, known);
        }
        if (!progress.ended()) {
            throw new IllegalStateException("steps are left over");
        }
        return known;
    }

    private static int take(Effects effects, int[] ready, int from) {
        int known = from;
        for (int i = 0; i < effects.ready().size(); i++) {
            ready[known++] = effects.ready().get(i);
        }
        effects.clear();
        return known;
    }
}
