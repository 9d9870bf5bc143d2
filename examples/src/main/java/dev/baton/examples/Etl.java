package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Join;
import dev.baton.RunContext;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import java.io.IOException;
import java.time.Duration;

/** Parallel branches, a retry, a fan-in, a step for the case of failure and a final one: what {@code baton demo} runs. */
public final class Etl {

    private Etl() {}

    /** The workflow, with work that takes 76 ticks from end to end. */
    public static Workflow workflow(Duration tick) {
        return Workflow.define("etl", w -> {
            w.cron("0 2 * * *").zone("Europe/Berlin").parameter("archive", false);
            var orders = w.call("orders", c -> work(c, tick, 24, 12_000));
            var customers = w.call("customers", c -> work(c, tick, 15, 830));
            var rates = w.call("rates", c -> rates(c, tick)).retry(Retry.fixed(3, tick.multipliedBy(10)));
            var clean =
                    w.call("clean", c -> work(c, tick, 16, c.output(orders))).after(orders);
            var merge = w.call("merge", c -> work(c, tick, 13, c.output(clean))).after(clean, customers, rates);
            var load = w.call("load", c -> work(c, tick, 18, c.output(merge))).after(merge);
            w.run("archive", c -> {
                        if (!c.parameter("archive", Boolean.class)) {
                            throw c.skip("the parameter \"archive\" is false");
                        }
                    })
                    .after(load);
            w.run("alert", c -> c.log().error("calling for help: {}", c.reason()))
                    .after(orders.failed(), customers.failed(), rates.failed())
                    .after(clean.failed(), merge.failed(), load.failed())
                    .join(Join.any());
            w.finalRun("cleanup", c -> work(c, tick, 5, 4));
        });
    }

    private static int work(RunContext context, Duration tick, int ticks, int rows) throws InterruptedException {
        for (int i = 1; i <= ticks; i++) {
            context.sleep(tick);
            context.progress((double) i / ticks, rows * i / ticks + " of " + rows + " rows");
        }
        return rows;
    }

    private static int rates(RunContext context, Duration tick) throws IOException, InterruptedException {
        int rows = work(context, tick, 7, 32);
        if (context.attempt() == 1) {
            throw new IOException("connection reset");
        }
        return rows;
    }

    /** Runs it once, quickly. */
    public static Execution run() throws InterruptedException {
        try (Baton baton = Baton.inMemory().add(workflow(Duration.ofMillis(2))).start()) {
            return baton.trigger("etl").await(Duration.ofSeconds(10));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        run().runs().forEach(run -> System.out.println(run.step() + " " + run.status() + " " + run.reason()));
    }
}
