package dev.baton.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Asks for something new only while less than so much is under way, and only so often: where each body is a process of
 * its own, a slow machine has no end of work otherwise. For one thread.
 */
final class BoundedLoad implements LoadMaker {

    private final LoadMaker maker;
    private final Database database;
    private final Extent extent;
    private int asked;

    BoundedLoad(LoadMaker maker, Database database, Extent extent) {
        this.maker = maker;
        this.database = database;
        this.extent = extent;
    }

    @Override
    public void addOne() {
        if (asked < extent.executions() && active() < extent.underWay()) {
            asked++;
            maker.addOne();
        } else {
            maker.askAgain();
        }
    }

    @Override
    public void askAgain() {
        maker.askAgain();
    }

    /** None, while the database cannot say: what is asked for then is what counts. */
    private int active() {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM baton_execution")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            return 0;
        }
    }
}
