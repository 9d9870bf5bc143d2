package dev.baton.test;

import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Executes runs one at a time in the order they became ready, always the same. A run whose outcome is assumed ends that
 * way, after the assumed time, without its body being called.
 */
final class FakeWorker implements Worker {

    private final Source source;
    private final FakeClock clock;
    private final Map<String, Assumption> assumptions;
    private int underWay;

    private FakeWorker(Source source, FakeClock clock, Map<String, Assumption> assumptions) {
        this.source = source;
        this.clock = clock;
        this.assumptions = assumptions;
        clock.stage().work(this::runAll);
    }

    static Factory on(FakeClock clock, Map<String, Assumption> assumptions) {
        return (source, time) -> new FakeWorker(source, clock, assumptions);
    }

    static Map<String, Assumption> noAssumptions() {
        return new ConcurrentHashMap<>();
    }

    @Override
    public void wake() {
        // Ready runs are looked for whenever the stage settles.
    }

    @Override
    public void execute(Runnable task) {
        clock.stage().later(task);
    }

    private void runAll() {
        for (Claim claim = source.claim(); claim != null; claim = source.claim()) {
            String job = claim.context().jobName();
            Assumption assumption = assumptions.get(job);
            if (assumption == null) {
                call(claim, job);
            } else {
                assume(claim, assumption.forAttempt(claim.context().attempt()));
            }
        }
    }

    private void call(Claim claim, String job) {
        underWay++;
        clock.stage().act(job, () -> {
            Thread body = Thread.currentThread();
            claim.onStop(() -> clock.stage().wake(body));
            claim.run();
            underWay--;
        });
    }

    private void assume(Claim claim, Assumption.Outcome outcome) {
        if (outcome.takes().isZero()) {
            outcome.report(claim);
            return;
        }
        underWay++;
        var end = clock.after(outcome.takes(), () -> {
            underWay--;
            outcome.report(claim);
        });
        claim.onStop(() -> {
            end.cancel();
            execute(() -> {
                underWay--;
                claim.fail(new InterruptedException("told to stop"));
            });
        });
    }

    /** Advances the clock while something is under way. */
    @Override
    public boolean awaitIdle(Duration atMost) {
        clock.stage().settle();
        var end = clock.now().plus(atMost);
        var next = clock.nextTimer();
        while (underWay > 0 && next != null && !next.isAfter(end)) {
            clock.advanceTo(next);
            next = clock.nextTimer();
        }
        return underWay == 0;
    }

    @Override
    public void close() {
        clock.stage().settle();
    }
}
