package dev.baton.server.doctor;

import dev.baton.server.store.Database;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks that the database answers, how fast it answers, and that its clock agrees with this host's. */
public final class StorageCheck implements Check {

    private static final Duration SLOW = Duration.ofMillis(250);
    private static final Duration APART = Duration.ofSeconds(2);

    private final Database database;
    private final Clock clock;

    /** Checks this database. */
    public StorageCheck(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "storage";
    }

    @Override
    public List<Finding> look() {
        // The first query opens a connection, which is not to be measured.
        database.health();
        Instant asked = clock.instant();
        Database.Health health = database.health();
        Duration latency = Duration.between(asked, clock.instant());
        return List.of(answer(latency, health.schema()), time(asked, latency, health.time()));
    }

    private Finding answer(Duration latency, int schema) {
        String detail = "answers in " + latency.toMillis() + " ms; the server's tables are of version " + schema;
        return latency.compareTo(SLOW) <= 0
                ? Finding.ok(name(), detail)
                : Finding.warn(name(), detail, "Check the load of the database and the network.");
    }

    private static Finding time(Instant asked, Duration latency, Instant there) {
        Duration skew = Duration.between(asked.plus(latency.dividedBy(2)), there);
        String detail = "the database's clock is " + skew.toMillis() + " ms ahead of this host's";
        return skew.abs().minus(latency).compareTo(APART) <= 0
                ? Finding.ok("clock", detail)
                : Finding.warn(
                        "clock",
                        detail,
                        "Schedules follow the database's clock. Synchronise both hosts by NTP, so that times in logs agree.");
    }
}
