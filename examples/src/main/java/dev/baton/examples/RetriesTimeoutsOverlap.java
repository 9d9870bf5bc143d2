package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A job that fails twice and then succeeds, one that takes too long, and one that is triggered while it still runs. */
public final class RetriesTimeoutsOverlap {

    private RetriesTimeoutsOverlap() {}

    /** Runs all three; the last one is there twice, since it is triggered twice. */
    public static List<Execution> run() throws InterruptedException {
        Duration delay = Duration.ofMillis(20);
        try (Baton baton = Baton.inMemory()) {
            baton.add(Job.named("flaky")
                    .retry(Retry.exponential(5, delay).withJitter(0.2).neverOn(IllegalArgumentException.class))
                    .call(context -> {
                        if (context.attempt() < 3) {
                            throw new IOException("attempt " + context.attempt() + " failed");
                        }
                        return context.attempt();
                    }));
            baton.add(Job.named("slow")
                    .timeout(Duration.ofMillis(50)) // each attempt
                    .totalTimeout(Duration.ofSeconds(1)) // all attempts and the delays between them
                    .run(context -> context.sleep(Duration.ofHours(1))));
            baton.add(Job.named("alone").overlap(Overlap.skip()).run(context -> context.sleep(delay.multipliedBy(5))));
            baton.start();

            List<Execution> executions = List.of(
                    baton.trigger("flaky"), baton.trigger("slow"), baton.trigger("alone"), baton.trigger("alone"));
            for (Execution execution : executions) {
                execution.await(Duration.ofSeconds(5));
            }
            return executions;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (Execution execution : run()) {
            System.out.println(execution.explain(execution.name()));
        }
    }
}
