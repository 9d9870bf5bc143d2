package dev.baton.compare;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * What the service does to the outside, the same for all schedulers. Each effect takes a moment and leaves a line in the
 * ledger. The bank is busy at the first attempt for every third order, and refuses every seventh for good.
 */
public final class World {

    private static final int EFFECT_MILLIS = 30;

    private final DataSource database;

    World(DataSource database) {
        this.database = database;
    }

    void createTables() throws SQLException {
        execute("""
                CREATE TABLE customer_order (number int PRIMARY KEY);
                CREATE TABLE ledger (number int, effect text, at timestamptz DEFAULT clock_timestamp())""");
    }

    void execute(String statements) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements);
        }
    }

    static List<Integer> items(int order) {
        return IntStream.rangeClosed(1, 2 + order % 3).boxed().toList();
    }

    /** Charges the customer. */
    public void charge(int order, int attempt) {
        if (order % 7 == 0 || (order % 3 == 0 && attempt == 1)) {
            throw new IllegalStateException(order % 7 == 0 ? "no money" : "the bank is busy");
        }
        effect(order, "charge");
    }

    /** Packs an item. */
    public int pack(int order, int item) {
        effect(order, "pack " + item);
        return item;
    }

    /** Sends the parcel. */
    public void ship(int order) {
        effect(order, "ship");
    }

    /** Tells the customer that it was not charged. */
    public void apologise(int order) {
        effect(order, "apologise");
    }

    /** Closes the order. */
    public void close(int order) {
        effect(order, "close");
    }

    private void effect(int order, String effect) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO ledger (number, effect) VALUES (?, ?)")) {
            Thread.sleep(EFFECT_MILLIS);
            insert.setInt(1, order);
            insert.setString(2, effect);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
