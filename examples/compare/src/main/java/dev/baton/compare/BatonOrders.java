package dev.baton.compare;

import dev.baton.Baton;
import dev.baton.Fanout;
import dev.baton.RunContext;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.jdbc.Enqueue;
import dev.baton.jdbc.Stores;
import dev.baton.policy.Retry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The order processing with Baton. */
final class BatonOrders implements Orders {

    private final Baton baton;

    BatonOrders(DataSource database, World world) {
        // As many at a time as the others have threads.
        baton = Baton.builder()
                .store(Stores.postgres(database))
                .workers(10)
                .build()
                .put(order(world));
    }

    static Workflow order(World world) {
        return Workflow.define("order", w -> {
            Step<?> charge = w.run("charge", context -> world.charge(number(context), context.attempt()))
                    .retry(Retry.fixed(3, Duration.ofSeconds(1)))
                    .timeout(Duration.ofSeconds(5));
            Step<List<Integer>> pack = w.<Integer, Integer>fanout(
                            "pack",
                            Fanout.over(context -> World.items(number(context))).concurrency(2),
                            Integer.class,
                            (context, item) -> world.pack(number(context), item))
                    .after(charge);
            w.run("ship", context -> world.ship(number(context))).after(pack);
            w.run("apologise", context -> world.apologise(number(context))).after(charge.failed());
            w.finalRun("close", context -> world.close(number(context)));
        });
    }

    private static int number(RunContext context) {
        return context.parameter("order", Integer.class);
    }

    @Override
    public void createTables() {}

    @Override
    public void start() {
        baton.start();
    }

    @Override
    public void inTransaction(Connection transaction, int order) throws SQLException {
        Enqueue.enqueue(transaction, "order", Map.of("order", order), "order-" + order);
    }

    @Override
    public void afterCommit(int order) {}
}
