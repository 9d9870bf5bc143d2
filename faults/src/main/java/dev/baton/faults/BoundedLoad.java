package dev.baton.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Asks for something new only while less than so much is under way: where each body is a process of its own, a slow
 * machine has no end of work otherwise.
 */
record BoundedLoad(LoadMaker maker, Database database, int most) implements LoadMaker {

    @Override
    public void addOne() {
        if (active() < most) {
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
