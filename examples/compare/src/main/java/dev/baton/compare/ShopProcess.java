package dev.baton.compare;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * One process of the shop, which runs until it is killed: {@code ShopProcess SCHEDULER JDBC-URL [PLACE-ORDERS]}. With a
 * number, it makes the tables and places so many orders, of which every fifth is rolled back.
 */
public final class ShopProcess {

    private ShopProcess() {}

    /** Runs the shop. */
    public static void main(String[] arguments) throws Exception {
        HikariDataSource database = new HikariDataSource();
        database.setJdbcUrl(arguments[1]);
        database.setUsername("postgres");
        database.setMaximumPoolSize(20);
        World world = new World(database);
        int place = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        if (place > 0) {
            world.createTables();
        }
        Orders orders = orders(arguments[0], database, world);
        if (place > 0) {
            orders.createTables();
        }
        orders.start();
        for (int order = 1; order <= place; order++) {
            place(database, orders, order);
        }
        System.out.println("placed");
        Thread.currentThread().join();
    }

    static Orders orders(String scheduler, HikariDataSource database, World world) throws Exception {
        return switch (scheduler) {
            case "baton" -> new BatonOrders(database, world);
            case "db-scheduler" -> new DbSchedulerOrders(database, world);
            case "jobrunr" -> new JobRunrOrders(database, world);
            case "quartz" -> new QuartzOrders(database, world);
            default -> throw new IllegalArgumentException("there is no " + scheduler);
        };
    }

    private static void place(HikariDataSource database, Orders orders, int order) throws Exception {
        boolean fails = order % 5 == 0;
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO customer_order VALUES (?)")) {
            connection.setAutoCommit(false);
            insert.setInt(1, order);
            insert.executeUpdate();
            orders.inTransaction(connection, order);
            finish(connection, fails);
        }
        if (!fails) {
            orders.afterCommit(order);
        }
    }

    private static void finish(Connection connection, boolean fails) throws SQLException {
        if (fails) {
            connection.rollback();
        } else {
            connection.commit();
        }
    }
}
