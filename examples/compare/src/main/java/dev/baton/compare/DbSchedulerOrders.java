package dev.baton.compare;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * The order processing with db-scheduler. A task starts the next; what a workflow needs beyond that (the join after
 * packing, the branch after a failure, the final step) is written here, with a table of its own.
 */
final class DbSchedulerOrders implements Orders {

    private static final String TABLES = """
            CREATE TABLE scheduled_tasks (
                task_name text NOT NULL,
                task_instance text NOT NULL,
                task_data bytea,
                execution_time timestamp with time zone NOT NULL,
                picked boolean NOT NULL,
                picked_by text,
                last_success timestamp with time zone,
                last_failure timestamp with time zone,
                consecutive_failures int,
                last_heartbeat timestamp with time zone,
                version bigint NOT NULL,
                priority smallint,
                PRIMARY KEY (task_name, task_instance)
            );
            CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
            CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
            CREATE TABLE packed (number int, item int, PRIMARY KEY (number, item))""";

    private final DataSource database;
    private final World world;
    private final OneTimeTask<Integer> charge;
    private final OneTimeTask<Integer> pack;
    private final OneTimeTask<Integer> ship;
    private final OneTimeTask<Integer> apologise;
    private final OneTimeTask<Integer> close;
    private final Scheduler scheduler;

    DbSchedulerOrders(DataSource database, World world) {
        this.database = database;
        this.world = world;
        close = task("close", (order, context) -> world.close(order));
        ship = task("ship", (order, context) -> {
            world.ship(order);
            next(context.getSchedulerClient(), close(), order);
        });
        apologise = task("apologise", (order, context) -> {
            world.apologise(order);
            next(context.getSchedulerClient(), close(), order);
        });
        pack = Tasks.oneTime("pack", Integer.class).execute((instance, context) -> {
            int order = instance.getData();
            int item =
                    Integer.parseInt(instance.getId().substring(instance.getId().indexOf('/') + 1));
            world.pack(order, item);
            if (isLastPacked(order, item)) {
                next(context.getSchedulerClient(), ship(), order);
            }
        });
        charge = Tasks.oneTime("charge", Integer.class)
                .onFailure(FailureHandler.<Integer>maxRetries(2)
                        .retryEvery(Duration.ofSeconds(1))
                        .then((complete, operations) -> {
                            next(scheduler(), apologise(), (Integer)
                                    complete.getExecution().taskInstance.getData());
                            operations.remove();
                        }))
                .execute((instance, context) -> {
                    int order = instance.getData();
                    world.charge(order, context.getExecution().consecutiveFailures + 1);
                    for (int item : World.items(order)) {
                        context.getSchedulerClient()
                                .scheduleIfNotExists(pack().instance(order + "/" + item, order), Instant.now());
                    }
                });
        scheduler = Scheduler.create(database, charge, pack, ship, apologise, close)
                .threads(10)
                .pollingInterval(Duration.ofMillis(500))
                .heartbeatInterval(Duration.ofSeconds(3))
                .missedHeartbeatsLimit(4)
                .enableImmediateExecution()
                .build();
    }

    /** What a task does with an order. */
    private interface Effect {
        void run(int order, ExecutionContext context);
    }

    private static OneTimeTask<Integer> task(String name, Effect effect) {
        return Tasks.oneTime(name, Integer.class)
                .execute((instance, context) -> effect.run(instance.getData(), context));
    }

    // Tasks refer to one another before all of them are made.
    private OneTimeTask<Integer> close() {
        return close;
    }

    private OneTimeTask<Integer> ship() {
        return ship;
    }

    private OneTimeTask<Integer> pack() {
        return pack;
    }

    private OneTimeTask<Integer> apologise() {
        return apologise;
    }

    private Scheduler scheduler() {
        return scheduler;
    }

    private static void next(SchedulerClient client, OneTimeTask<Integer> task, int order) {
        client.scheduleIfNotExists(task.instance(Integer.toString(order), order), Instant.now());
    }

    /** The join: an item is noted, and the last one noted goes on. */
    private boolean isLastPacked(int order, int item) {
        try (Connection connection = database.getConnection();
                PreparedStatement note =
                        connection.prepareStatement("INSERT INTO packed VALUES (?, ?) ON CONFLICT DO NOTHING");
                PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM packed WHERE number = ?")) {
            note.setInt(1, order);
            note.setInt(2, item);
            note.executeUpdate();
            count.setInt(1, order);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1) == World.items(order).size();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void createTables() throws SQLException {
        world.execute(TABLES);
    }

    @Override
    public void start() {
        scheduler.start();
    }

    /** A client on a data source that has but one connection: that of the transaction, which nobody may close. */
    @Override
    public void inTransaction(Connection transaction, int order) {
        Connection open = (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(transaction, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
        DataSource one = (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> open);
        next(SchedulerClient.Builder.create(one, charge).build(), charge, order);
    }

    @Override
    public void afterCommit(int order) {}
}
