package dev.baton.jdbc;

import dev.baton.spi.ScheduleRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table of schedules that are data, and the earliest start of executions that wait for their time. */
final class ScheduleRows {

    /** How many changes a removed schedule stays, so that other nodes find out. */
    private static final int STAYS = 10_000;

    private static final String SELECT = """
            SELECT s.name, s.job, s.parameters, s.schedule, s.missed, s.moved_from, s.moved_to, s.removed, s.version,
                   coalesce(d.paused, false), coalesce(d.dealt_with, 0)
            FROM baton_schedule AS s
            LEFT JOIN baton_definition AS d ON d.name = '@' || s.name
            """;

    private static final String FIND = SELECT + """
            WHERE s.name = ?""";

    private static final String ALL = SELECT + """
            WHERE NOT s.removed
            ORDER BY s.version""";

    private static final String CHANGED = SELECT + """
            WHERE s.version > ?
            ORDER BY s.version""";

    // Versions become visible in their order only if one change is under way at a time. SQLite has one writer anyway.
    private static final String LOCK_ON_POSTGRES = """
            LOCK TABLE baton_schedule IN SHARE ROW EXCLUSIVE MODE""";

    private static final String KEEP = """
            INSERT INTO baton_schedule
                (name, job, parameters, schedule, missed, moved_from, moved_to, removed, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(version), 0) + 1 FROM baton_schedule))
            ON CONFLICT (name) DO UPDATE
            SET job = excluded.job,
                parameters = excluded.parameters,
                schedule = excluded.schedule,
                missed = excluded.missed,
                moved_from = excluded.moved_from,
                moved_to = excluded.moved_to,
                removed = excluded.removed,
                version = excluded.version""";

    private static final String DEAL_WITH = """
            INSERT INTO baton_definition (name, dealt_with)
            VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE
            SET dealt_with = excluded.dealt_with
            WHERE baton_definition.dealt_with < excluded.dealt_with""";

    private static final String FORGET = """
            DELETE FROM baton_schedule
            WHERE removed AND version < ?""";

    // One that a node has had may have begun.
    private static final String MOVE = """
            UPDATE baton_execution
            SET not_before = ?,
                scheduled = CASE WHEN scheduled = not_before THEN ? ELSE scheduled END,
                due = false
            WHERE id = ? AND %s IS NULL AND NOT tried AND not_before <> 0 AND begun = 0""";

    private final Dialect dialect;

    ScheduleRows(Dialect dialect) {
        this.dialect = dialect;
    }

    List<ScheduleRecord> changed(Connection connection, long since) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(since == 0 ? ALL : CHANGED)) {
            if (since != 0) {
                query.setLong(1, since);
            }
            return read(query);
        }
    }

    Optional<ScheduleRecord> find(Connection connection, String name) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(FIND)) {
            query.setString(1, name);
            return read(query).stream().findFirst();
        }
    }

    Optional<ScheduleRecord> keep(Connection connection, ScheduleRecord schedule, long dealtWith) throws SQLException {
        if (dialect == Dialect.POSTGRES) {
            try (Statement lock = connection.createStatement()) {
                lock.execute(LOCK_ON_POSTGRES);
            }
        }
        long version =
                find(connection, schedule.name()).map(ScheduleRecord::version).orElse(0L);
        return version == schedule.version() ? Optional.of(write(connection, schedule, dealtWith)) : Optional.empty();
    }

    private ScheduleRecord write(Connection connection, ScheduleRecord schedule, long dealtWith) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(KEEP)) {
            upsert.setString(1, schedule.name());
            upsert.setString(2, schedule.start().job());
            upsert.setString(3, schedule.start().parameters());
            upsert.setString(4, schedule.times().schedule());
            upsert.setString(5, schedule.times().missed());
            upsert.setLong(6, schedule.times().movedFrom());
            upsert.setLong(7, schedule.times().movedTo());
            upsert.setBoolean(8, schedule.state().removed());
            upsert.executeUpdate();
        }
        if (dealtWith != 0) {
            try (PreparedStatement upsert = connection.prepareStatement(DEAL_WITH)) {
                upsert.setString(1, ScheduleRecord.firesOf(schedule.name()));
                upsert.setLong(2, dealtWith);
                upsert.executeUpdate();
            }
        }
        ScheduleRecord kept = find(connection, schedule.name()).orElseThrow();
        try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
            delete.setLong(1, kept.version() - STAYS);
            delete.executeUpdate();
        }
        return kept;
    }

    boolean move(Connection connection, UUID execution, long notBefore) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(MOVE.formatted(dialect.ownerOfOne))) {
            update.setLong(1, notBefore);
            update.setLong(2, notBefore);
            update.setObject(3, dialect.id(execution));
            boolean moved = update.executeUpdate() == 1;
            if (moved && dialect == Dialect.POSTGRES) {
                Notices.toAll(connection, null);
            }
            return moved;
        }
    }

    private static List<ScheduleRecord> read(PreparedStatement query) throws SQLException {
        List<ScheduleRecord> all = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                all.add(new ScheduleRecord(
                        row.getString(1),
                        new ScheduleRecord.Start(row.getString(2), row.getString(3)),
                        new ScheduleRecord.Times(row.getString(4), row.getString(5), row.getLong(6), row.getLong(7)),
                        new ScheduleRecord.State(row.getBoolean(10), row.getBoolean(8), row.getLong(11)),
                        row.getLong(9)));
            }
        }
        return all;
    }
}
