package dev.baton.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobExecutionContext;
import org.quartz.ObjectAlreadyExistsException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** The order processing with Quartz: a job schedules the next, and retries, join and branch are written here. */
final class QuartzOrders implements Orders {

    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    private static final int ATTEMPTS = 3;

    private final DataSource database;
    private final World world;
    private final Scheduler scheduler;

    QuartzOrders(DataSource database, World world) throws SchedulerException {
        this.database = database;
        this.world = world;
        DBConnectionManager.getInstance().addConnectionProvider("shop", new Pooled(database));
        scheduler = new StdSchedulerFactory(settings()).getScheduler();
        scheduler.setJobFactory((fired, itself) -> this::run);
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "shop");
        settings.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", "10");
        settings.setProperty("org.quartz.jobStore.class", JobStoreTX.class.getName());
        settings.setProperty("org.quartz.jobStore.driverDelegateClass", PostgreSQLDelegate.class.getName());
        settings.setProperty("org.quartz.jobStore.dataSource", "shop");
        settings.setProperty("org.quartz.jobStore.isClustered", "true");
        settings.setProperty("org.quartz.jobStore.clusterCheckinInterval", "5000");
        return settings;
    }

    private void run(JobExecutionContext context) {
        JobDataMap data = context.getMergedJobDataMap();
        int order = data.getInt("order");
        try {
            switch (data.getString("step")) {
                case "charge" -> charge(order, data.getInt("number"));
                case "pack" -> pack(order, data.getInt("number"));
                case "ship" -> {
                    world.ship(order);
                    schedule("close", order, 0, 0);
                }
                case "apologise" -> {
                    world.apologise(order);
                    schedule("close", order, 0, 0);
                }
                default -> world.close(order);
            }
        } catch (SQLException | SchedulerException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Quartz has no retries: a failed attempt schedules the next by itself. */
    private void charge(int order, int attempt) throws SchedulerException {
        try {
            world.charge(order, attempt);
        } catch (IllegalStateException failure) {
            if (attempt < ATTEMPTS) {
                schedule("charge", order, attempt + 1, 1_000);
            } else {
                schedule("apologise", order, 0, 0);
            }
            return;
        }
        for (int item : World.items(order)) {
            schedule("pack", order, item, 0);
        }
    }

    private void pack(int order, int item) throws SQLException, SchedulerException {
        world.pack(order, item);
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
                if (row.getInt(1) == World.items(order).size()) {
                    schedule("ship", order, 0, 0);
                }
            }
        }
    }

    @SuppressWarnings("JavaUtilDate") // Quartz takes no other
    private void schedule(String step, int order, int number, long delayMillis) throws SchedulerException {
        String identity = step + " " + order + "/" + number;
        try {
            scheduler.scheduleJob(
                    JobBuilder.newJob(Job.class)
                            .withIdentity(identity)
                            .usingJobData("step", step)
                            .usingJobData("order", order)
                            .usingJobData("number", number)
                            .requestRecovery()
                            .build(),
                    TriggerBuilder.newTrigger()
                            .withIdentity(identity)
                            .startAt(new Date(System.currentTimeMillis() + delayMillis))
                            .build());
        } catch (ObjectAlreadyExistsException known) {
            // A step that ran twice schedules what follows once.
        }
    }

    @Override
    public void createTables() throws SQLException, IOException {
        try (InputStream file = Objects.requireNonNull(Scheduler.class.getResourceAsStream(TABLES), TABLES)) {
            for (String statements : List.of(
                    new String(file.readAllBytes(), StandardCharsets.UTF_8),
                    "CREATE TABLE packed (number int, item int, PRIMARY KEY (number, item))")) {
                world.execute(statements);
            }
        }
    }

    @Override
    public void start() throws SchedulerException {
        scheduler.start();
    }

    @Override
    public void inTransaction(Connection transaction, int order) {}

    /** A process that dies before this line has an order that nobody processes. */
    @Override
    public void afterCommit(int order) throws SchedulerException {
        schedule("charge", order, 1, 0);
    }

    private record Pooled(DataSource pool) implements ConnectionProvider {

        @Override
        public Connection getConnection() throws SQLException {
            return pool.getConnection();
        }

        @Override
        public void initialize() {}

        @Override
        public void shutdown() {}
    }
}
