package dev.baton.bench.jmh;

import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The next fire of a schedule, one after the other, and reading a spec. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NextFire {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2090-01-01T00:00:00Z");

    /** The spec. */
    @Param({
        "*/5 * * * *",
        "TZ=Europe/Berlin 0 2 * * *",
        "TZ=America/New_York 0 9 * * MON-FRI",
        "TZ=Asia/Kolkata 30 6 L * *",
        "TZ=Australia/Lord_Howe 15 10 * * FRI#2",
        "0 0 29 2 *"
    })
    public String spec = "";

    private Schedule schedule = Schedule.triggered();
    private Instant instant = START;
    private long second = START.getEpochSecond();

    /** Reads the spec. */
    @Setup
    public void parse() {
        schedule = Schedule.parse(spec);
    }

    /** As users call it. */
    @Benchmark
    public Instant next() {
        Optional<Instant> next = schedule.next(instant);
        instant = next.isPresent() && next.get().isBefore(END) ? next.get() : START;
        return instant;
    }

    /** As the engine calls it. */
    @Benchmark
    public long nextFireSecond() {
        second = schedule.nextFireSecond(second);
        if (second >= END.getEpochSecond()) {
            second = START.getEpochSecond();
        }
        return second;
    }

    /** Reading the spec. */
    @Benchmark
    public Schedule read() {
        return Schedule.parse(spec);
    }
}
