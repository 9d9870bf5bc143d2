package dev.baton.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a node is started; the driver hands it over as system properties.
 *
 * @param name names the process, and no other one before or after it
 * @param directory where its ledger is
 * @param database what it is on: an address of PostgreSQL, or a file of SQLite
 * @param lease after how long without a heartbeat it is dead
 * @param closeGrace how long bodies may take at a clean stop
 * @param halt where it dies by itself; {@link HaltPoint#NEVER} for nowhere
 * @param clock by how much its clock is wrong
 * @param lanes how many bodies it runs at a time; 0 for as many as a node does by itself
 */
record NodeSettings(
        String name,
        Path directory,
        String database,
        Duration lease,
        Duration closeGrace,
        String halt,
        Duration clock,
        int lanes) {

    private static final String PREFIX = "faults.";

    NodeSettings(String name, Path directory, String database, Duration lease) {
        this(name, directory, database, lease, Duration.ofSeconds(1), HaltPoint.NEVER, Duration.ZERO, 0);
    }

    NodeSettings haltingAt(String point) {
        return new NodeSettings(name, directory, database, lease, closeGrace, point, clock, lanes);
    }

    NodeSettings withClock(Duration ahead) {
        return new NodeSettings(name, directory, database, lease, closeGrace, halt, ahead, lanes);
    }

    NodeSettings withCloseGrace(Duration grace) {
        return new NodeSettings(name, directory, database, lease, grace, halt, clock, lanes);
    }

    NodeSettings withLanes(int most) {
        return new NodeSettings(name, directory, database, lease, closeGrace, halt, clock, most);
    }

    static NodeSettings fromProperties() {
        return new NodeSettings(
                property("name"),
                Path.of(property("directory")),
                property("database"),
                Duration.parse(property("lease")),
                Duration.parse(property("closeGrace")),
                property("halt"),
                Duration.parse(property("clock")),
                Integer.parseInt(property("lanes")));
    }

    private static String property(String key) {
        String value = System.getProperty(PREFIX + key);
        if (value == null) {
            throw new IllegalArgumentException("a node is started with -D" + PREFIX + key);
        }
        return value;
    }

    List<String> toProperties() {
        List<String> properties = new ArrayList<>();
        properties.add("-D" + PREFIX + "name=" + name);
        properties.add("-D" + PREFIX + "directory=" + directory);
        properties.add("-D" + PREFIX + "database=" + database);
        properties.add("-D" + PREFIX + "lease=" + lease);
        properties.add("-D" + PREFIX + "closeGrace=" + closeGrace);
        properties.add("-D" + PREFIX + "halt=" + halt);
        properties.add("-D" + PREFIX + "clock=" + clock);
        properties.add("-D" + PREFIX + "lanes=" + lanes);
        return properties;
    }
}
