package dev.baton.server.store;

import dev.baton.server.security.Actor;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records who paused jobs and workflows, when and why. The engine records that they are paused. Safe from any thread.
 */
public final class PauseNotes {

    private final Database database;
    private final Clock clock;

    /**
     * A note about a pause.
     *
     * @param reason the reason; may be empty
     * @param actor the name of the token that paused it
     * @param since the time of the pause
     */
    public record Note(String reason, String actor, Instant since) {}

    /** The notes in a database. */
    public PauseNotes(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Writes a note about a pause, and replaces an earlier one. */
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

    /** Removes a note. */
    public void remove(String name) {
        database.write("forget a pause", sql -> sql.update("""
                DELETE FROM baton_pause
                WHERE name = ?""", name));
    }

    /** The notes about the steps of a workflow, by their full names. */
    public Map<String, Note> ofSteps(String workflow) {
        Map<String, Note> notes = new HashMap<>();
        // The range of names with this prefix ends before "0", which follows the slash.
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
