package dev.baton.server.simulate;

import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Claims every run, calls no body, and reports the assumed outcome after the assumed time. */
final class VirtualWorker implements Worker {

    private final Source source;
    private final VirtualTime time;
    private final Assumptions assumptions;
    private final int mostRuns;
    private boolean called;
    private int taken;

    private VirtualWorker(Source source, VirtualTime time, Assumptions assumptions, int mostRuns) {
        this.source = source;
        this.time = time;
        this.assumptions = assumptions;
        this.mostRuns = mostRuns;
    }

    static Factory on(VirtualTime time, Assumptions assumptions, int mostRuns) {
        return (source, engineTime) -> new VirtualWorker(source, time, assumptions, mostRuns);
    }

    @Override
    public void wake() {
        if (!called) {
            called = true;
            time.soon(this::takeAll);
        }
    }

    @Override
    public boolean isSelective() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        time.soon(task);
    }

    private void takeAll() {
        called = false;
        for (Claim claim = next(); claim != null; claim = next()) {
            if (++taken > mostRuns) {
                throw SimulationTooLargeException.runs(mostRuns, time.now());
            }
            work(claim);
        }
    }

    /** The virtual worker serves every demand, because the labels of the real workers are not known. */
    private @Nullable Claim next() {
        return source.claim(demand -> true);
    }

    private void work(Claim claim) {
        Expectation expected = assumptions.expect(claim.context(), Duration.ZERO);
        Time.Timer end = time.after(expected.duration(), () -> expected.report(claim));
        claim.onStop(() -> {
            end.cancel();
            execute(() -> claim.fail(new InterruptedException("told to stop")));
        });
    }

    @Override
    public boolean awaitIdle(Duration atMost) {
        return true;
    }

    @Override
    public void close() {
        // There are no threads to stop.
    }
}
