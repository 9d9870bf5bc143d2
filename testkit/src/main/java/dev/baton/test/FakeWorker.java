package dev.baton.test;

import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Executes runs one at a time, in the order they became ready, which is always the same. */
final class FakeWorker implements Worker {

    private static final Assumption AS_IT_IS = Assumption.callsBody();

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
        // The worker looks for ready runs whenever the stage settles.
    }

    @Override
    public void execute(Runnable task) {
        clock.stage().later(task);
    }

    private void runAll() {
        for (Claim claim = source.claim(); claim != null; claim = source.claim()) {
            execute(claim, assumptions.getOrDefault(claim.context().jobName(), AS_IT_IS));
        }
    }

    private void execute(Claim claim, Assumption assumption) {
        if (assumption.takes().isZero()) {
            report(claim, assumption.outcome());
            return;
        }
        underWay++;
        AtomicBoolean waiting = new AtomicBoolean(true);
        var end = clock.after(assumption.takes(), () -> {
            waiting.set(false);
            underWay--;
            report(claim, assumption.outcome());
        });
        claim.onStop(() -> {
            if (waiting.compareAndSet(true, false)) {
                end.cancel();
                underWay--;
                execute(() -> claim.fail(new InterruptedException("told to stop")));
            }
        });
    }

    private void report(Claim claim, Assumption.Outcome outcome) {
        if (outcome instanceof Assumption.Succeeds success) {
            claim.succeed(success.result().orElse(null));
        } else if (outcome instanceof Assumption.Skips skip) {
            claim.skipRun(skip.reason());
        } else if (outcome instanceof Assumption.Fails failure) {
            if (claim.context().attempt() <= failure.times()) {
                claim.fail(failure.error());
            } else {
                claim.succeed(null);
            }
        } else {
            call(claim);
        }
    }

    private void call(Claim claim) {
        underWay++;
        clock.stage().act(claim.context().jobName(), () -> {
            Thread body = Thread.currentThread();
            claim.onStop(() -> clock.stage().wake(body));
            claim.run();
            underWay--;
        });
    }

    /** Advances the clock while a body runs. */
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
