package dev.baton.server.store;

import dev.baton.server.security.Actor;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Who paused jobs and workflows, when and why. Whether they are paused, the engine knows. Safe from any thread. */
public final class PauseNotes {

    private final Database database;
    private final Clock clock;

    /**
     * A note.
     *
     * @param reason why; empty when nobody said
     * @param actor the name of the token of whoever did it
     * @param since when
     */
    public record Note(String reason, String actor, Instant since) {}

    /** The notes in a database. */
    public PauseNotes(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Notes that something was paused; what was noted before goes. */
    public void put(String name, String reason, Actor actor) {
        database.write("note a pause", sql -> {
            sql.update("""
                    DELETE FROM baton_pause
                    WHERE name = ?""", name);
            return sql.update("""
                    INSERT INTO baton_pause (name, reason, token, actor, since)
                    VALUES (?, ?, ?, ?, ?)""", name, reason, actor.token(), actor.name(), clock.instant());
        });
    }

    /** Forgets what was noted. */
    public void remove(String name) {
        database.write("forget a pause", sql -> sql.update("""
                DELETE FROM baton_pause
                WHERE name = ?""", name));
    }

    /** What was noted, if anything was. */
    public Optional<Note> find(String name) {
        return database.read(
                "read a pause",
                sql -> sql.first(row -> new Note(row.text("reason"), row.text("actor"), row.time("since")), """
                        SELECT reason, actor, since
                        FROM baton_pause
                        WHERE name = ?""", name));
    }
}
