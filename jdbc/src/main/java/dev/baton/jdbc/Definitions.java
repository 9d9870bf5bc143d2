package dev.baton.jdbc;

import dev.baton.spi.Store.DefinitionRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table of jobs, workflows and steps. */
final class Definitions {

    private static final String ADD = """
            INSERT INTO baton_definition (name, dealt_with)
            VALUES (?, ?)
            ON CONFLICT (name) DO NOTHING""";

    private static final String FIND = """
            SELECT name, paused, dealt_with
            FROM baton_definition
            WHERE name = ?""";

    private static final String ALL = """
            SELECT name, paused, dealt_with
            FROM baton_definition""";

    private static final String PAUSED = """
            SELECT name
            FROM baton_definition
            WHERE paused
            ORDER BY name""";

    private static final String PAUSE = """
            INSERT INTO baton_definition (name, paused, dealt_with)
            VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE
            SET paused = excluded.paused""";

    private static final String DEAL_WITH = """
            UPDATE baton_definition
            SET dealt_with = ?
            WHERE name = ? AND dealt_with < ?""";

    DefinitionRecord definition(Connection connection, String name, long now) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(FIND)) {
            query.setString(1, name);
            for (; ; ) {
                try (ResultSet row = query.executeQuery()) {
                    if (row.next()) {
                        return new DefinitionRecord(row.getString(1), row.getBoolean(2), row.getLong(3));
                    }
                }
                add(connection, name, now);
            }
        }
    }

    private static void add(Connection connection, String name, long now) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            insert.setString(1, name);
            insert.setLong(2, now);
            insert.executeUpdate();
        }
    }

    /** Inserts the missing rows in one batch, and returns all rows that were asked for. */
    Map<String, DefinitionRecord> all(Connection connection, Collection<String> names, long now) throws SQLException {
        Map<String, DefinitionRecord> known = all(connection);
        List<String> missing =
                names.stream().filter(name -> !known.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            try (PreparedStatement insert = connection.prepareStatement(ADD)) {
                for (String name : missing) {
                    insert.setString(1, name);
                    insert.setLong(2, now);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            known.putAll(all(connection));
        }
        known.keySet().retainAll(names);
        return known;
    }

    private static Map<String, DefinitionRecord> all(Connection connection) throws SQLException {
        Map<String, DefinitionRecord> all = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(ALL);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                String name = rows.getString(1);
                all.put(name, new DefinitionRecord(name, rows.getBoolean(2), rows.getLong(3)));
            }
        }
        return all;
    }

    List<String> paused(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(PAUSED);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    void pause(Connection connection, String name, boolean paused, long now) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(PAUSE)) {
            upsert.setString(1, name);
            upsert.setBoolean(2, paused);
            upsert.setLong(3, now);
            upsert.executeUpdate();
        }
    }

    void dealtWith(Connection connection, String name, long fire) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(DEAL_WITH)) {
            update.setLong(1, fire);
            update.setString(2, name);
            update.setLong(3, fire);
            if (update.executeUpdate() == 0) {
                add(connection, name, fire);
            }
        }
    }
}
