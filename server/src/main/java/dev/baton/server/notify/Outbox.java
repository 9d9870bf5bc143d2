package dev.baton.server.notify;

import dev.baton.jdbc.Migrations;
import dev.baton.server.store.ComponentTables;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The letters to send, in the database. Several nodes may share an outbox; each letter goes to one of them. The outbox
 * contains no addresses or secrets of channels, which stay in the configuration. Safe from any thread; throws {@link
 * dev.baton.spi.StoreUnavailableException} while the database cannot be reached.
 */
final class Outbox {

    private static final Migrations TABLES = Migrations.of("notifications", Outbox.class, 1);

    private static final int REMOVED_AT_ONCE = 1_000;

    private static final String FAILS = """
            INSERT INTO baton_notification_failing (type, name, since)
            VALUES (?, ?, ?)
            ON CONFLICT (type, name) DO NOTHING""";

    private static final String FAILS_NO_LONGER = """
            DELETE FROM baton_notification_failing
            WHERE type = ? AND name = ?""";

    private static final String ADD = """
            INSERT INTO baton_notification
                (id, channel, event, name, payload, state, attempts, next_attempt, created, error)
            VALUES (?, ?, ?, ?, ?, 'waiting', 0, ?, ?, '')""";

    private static final String DUE = """
            SELECT id, channel, payload, attempts, created
            FROM baton_notification
            WHERE state = 'waiting' AND next_attempt <= ?
            ORDER BY next_attempt, created
            LIMIT ?""";

    // The node that increments the attempt sends the letter. If that node crashes, the letter is due again after a
    // while.
    private static final String CLAIM = """
            UPDATE baton_notification
            SET attempts = attempts + 1, next_attempt = ?
            WHERE id = ? AND state = 'waiting' AND attempts = ?""";

    private static final String SENT = """
            UPDATE baton_notification
            SET state = 'sent', error = ''
            WHERE id = ?""";

    private static final String GIVE_UP = """
            UPDATE baton_notification
            SET state = 'given_up', error = ?
            WHERE id = ?""";

    private static final String TRY_AGAIN = """
            UPDATE baton_notification
            SET next_attempt = ?, error = ?
            WHERE id = ? AND state = 'waiting'""";

    private static final String PUT_OFF = """
            UPDATE baton_notification
            SET next_attempt = ?
            WHERE channel = ? AND state = 'waiting' AND next_attempt < ?""";

    private static final String PRUNE = """
            DELETE FROM baton_notification
            WHERE id IN (
                SELECT id
                FROM baton_notification
                WHERE created < ? AND state <> 'waiting'
                ORDER BY created
                LIMIT ?)""";

    private final ComponentTables database;

    /** Creates or updates the tables of notifications. */
    static ComponentTables tables(DataSource source) {
        return new ComponentTables(source, TABLES, "notifications");
    }

    Outbox(ComponentTables database) {
        this.database = database;
    }

    /** Writes letters to the channels that report this event, and records failures. Returns the number of letters. */
    int add(Occasion occasion, List<Channel> channels, Instant now) {
        return database.transact("write notifications", connection -> {
            boolean recovered = noteOutcome(connection, occasion);
            int letters = 0;
            for (Channel channel : channels) {
                NotifyOn event = occasion.tellAs(recovered, channel);
                if (channel.on().contains(event)) {
                    Message message = Message.of(UUID.randomUUID(), event, occasion);
                    letters += update(
                            connection,
                            ADD,
                            message.id().toString(),
                            channel.name(),
                            event.toString(),
                            occasion.name(),
                            message.json(),
                            now,
                            now);
                }
            }
            return letters;
        });
    }

    /** Whether this is a success after a failure. */
    private static boolean noteOutcome(Connection connection, Occasion occasion) throws SQLException {
        return switch (occasion.kind()) {
            case FAILURE -> {
                update(connection, FAILS, occasion.type(), occasion.name(), occasion.time());
                yield false;
            }
            case SUCCESS -> update(connection, FAILS_NO_LONGER, occasion.type(), occasion.name()) > 0;
            case DEADLINE -> false;
        };
    }

    /** The letters that are due. */
    List<Letter> due(Instant now, int most) {
        return database.transact("look for notifications", connection -> {
            try (PreparedStatement query = prepare(connection, DUE, now, most);
                    ResultSet row = query.executeQuery()) {
                List<Letter> letters = new ArrayList<>();
                while (row.next()) {
                    letters.add(new Letter(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getInt(4),
                            Time.toInstant(row.getLong(5))));
                }
                return letters;
            }
        });
    }

    /** Takes a letter, which must be sent by the given time; returns false if another node has it. */
    boolean claim(Letter letter, Instant until) {
        return change(CLAIM, until, letter.id(), letter.attempts()) > 0;
    }

    void sent(Letter letter) {
        change(SENT, letter.id());
    }

    void giveUp(Letter letter, String error) {
        change(GIVE_UP, error, letter.id());
    }

    void tryAgain(Letter letter, Instant at, String error) {
        change(TRY_AGAIN, at, error, letter.id());
    }

    /** Delays all letters to a channel until the given time. */
    void putOff(String channel, Instant until) {
        change(PUT_OFF, until, channel, until);
    }

    /** Removes letters that were written before the given time and are sent or given up. Returns their number. */
    int prune(Instant before) {
        int all = 0;
        int removed;
        do {
            removed = change(PRUNE, before, REMOVED_AT_ONCE);
            all += removed;
        } while (removed == REMOVED_AT_ONCE);
        return all;
    }

    private int change(String sql, Object... values) {
        return database.transact("keep notifications", connection -> update(connection, sql, values));
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i] instanceof Instant time ? Time.toMicros(time) : values[i]);
        }
        return statement;
    }
}
