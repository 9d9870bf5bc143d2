package dev.baton.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Asks for something new only while less than so much is under way, and only so often: a slow machine has no end of work
 * otherwise. For one thread.
 */
final class BoundedLoad implements LoadMaker {

    /** A connection for each question would be work of its own. */
    private static final long FRESH_MICROS = 200_000;

    private final LoadMaker maker;
    private final Database database;
    private final int mostUnderWay;
    private final int mostAsked;
    private int asked;
    private int active;
    private long counted;

    BoundedLoad(LoadMaker maker, Database database, int mostUnderWay, int mostAsked) {
        this.maker = maker;
        this.database = database;
        this.mostUnderWay = mostUnderWay;
        this.mostAsked = mostAsked;
    }

    @Override
    public void addOne() {
        if (asked < mostAsked && active() < mostUnderWay) {
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

    private int active() {
        long now = Ledger.now();
        if (now - counted > FRESH_MICROS) {
            counted = now;
            active = count();
        }
        return active;
    }

    /** None, while the database cannot say: what is asked for then is what counts. */
    private int count() {
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
