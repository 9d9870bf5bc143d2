package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.spi.Store;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The scheduler's health: up while it runs and its store answers, out of service while it is stopped. */
final class BatonHealthIndicator extends AbstractHealthIndicator {

    private final Baton baton;
    private final BatonStore store;
    private final BatonLifecycle lifecycle;

    BatonHealthIndicator(Baton baton, BatonStore store, BatonLifecycle lifecycle) {
        super("the store of Baton does not answer");
        this.baton = baton;
        this.store = store;
        this.lifecycle = lifecycle;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        health.withDetail("store", store.kind())
                .withDetail("definitions", baton.list().size());
        Store kept = store.store();
        if (kept != null) {
            long asked = System.nanoTime();
            kept.clockAhead(0);
            health.withDetail("storeMillis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked));
        }
        if (lifecycle.isRunning()) {
            health.up();
        } else {
            health.outOfService().withDetail("reason", "the scheduler is stopped");
        }
    }
}
