package dev.baton.bench.jmh;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Step;
import dev.baton.Workflow;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Small executions through the public interface, from trigger to end. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class Executions {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final Baton baton = Baton.inMemory()
            .add(Job.named("job").run(context -> {}))
            .add(Workflow.define("diamond", w -> {
                Step<@Nullable Void> first = w.run("first", context -> {});
                Step<@Nullable Void> left = w.run("left", context -> {}).after(first);
                Step<@Nullable Void> right = w.run("right", context -> {}).after(first);
                w.run("last", context -> {}).after(left, right);
            }))
            .start();

    /** One job, waited for. */
    @Benchmark
    public Execution job() throws InterruptedException {
        return baton.trigger("job").await(LONG);
    }

    /** Four steps, waited for. */
    @Benchmark
    public Execution diamond() throws InterruptedException {
        return baton.trigger("diamond").await(LONG);
    }

    /** Ends the scheduler. */
    @TearDown
    public void close() {
        baton.close();
    }
}
