package dev.baton.server.store;

import dev.baton.server.security.Actor;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Notes who paused jobs and workflows, when and why. The engine knows whether they are paused. Safe from any thread. */
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

    /** The notes about the steps of a workflow, by their full names. */
    public Map<String, Note> ofSteps(String workflow) {
        Map<String, Note> notes = new HashMap<>();
        // From the first name that begins with this to the first that does not any more: 0 comes after the slash.
        database.read(
                        "read the pauses of steps",
                        sql -> sql.list(
                                row -> Map.entry(
                                        row.text("name"),
                                        new Note(row.text("reason"), row.text("actor"), row.time("since"))),
                                """
                                SELECT name, reason, actor, since
                                FROM baton_pause
                                WHERE name >= ? AND name < ?""",
                                workflow + "/",
                                workflow + "0"))
                .forEach(note -> notes.put(note.getKey(), note.getValue()));
        return notes;
    }

    /** The note, if there is one. */
    public Optional<Note> find(String name) {
        return database.read(
                "read a pause",
                sql -> sql.first(row -> new Note(row.text("reason"), row.text("actor"), row.time("since")), """
                        SELECT reason, actor, since
                        FROM baton_pause
                        WHERE name = ?""", name));
    }
}
