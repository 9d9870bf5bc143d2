package dev.baton.server.store;

import dev.baton.server.security.Actor;
import dev.baton.server.store.Sql.Row;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The jobs and workflows that were defined through the API, apart from those of the configuration file. Safe from any
 * thread.
 */
public final class ApiDefinitions {

    private static final String COLUMNS = "name, type, spec, version, changed_by, changed_at";

    private final Database database;
    private final Clock clock;

    /** The type of a definition. */
    public enum Type {
        /** A job. */
        JOB,
        /** A workflow. */
        WORKFLOW,
        /** A job that was submitted to run once; it is removed some time after its run. */
        ADHOC,
        /** A workflow that was defined and started in one call; it is removed some time after its execution. */
        ADHOC_WORKFLOW;

        /** Whether the definition runs once. */
        public boolean isAdhoc() {
            return this == ADHOC || this == ADHOC_WORKFLOW;
        }

        /** The name in JSON. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A definition.
     *
     * @param name its name, which no other definition of either type has
     * @param type what it defines
     * @param spec the specification, in JSON
     * @param version the version, counted from 1
     * @param changedBy the name of the token that made this version
     * @param changedAt when
     */
    public record Definition(String name, Type type, String spec, int version, String changedBy, Instant changedAt) {}

    /** The definitions in a database. */
    public ApiDefinitions(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Identifies a version of a definition, even if a definition with the same name was removed and created again.
     *
     * @param version its number
     * @param changedAt when it was made
     */
    public record Stamp(int version, Instant changedAt) {}

    /** The number of changes of definitions and dependencies by any server: an equal number means no change. */
    public long changes() {
        return ApiChanges.number(database);
    }

    /** The versions of all definitions, by name. */
    public Map<String, Stamp> stamps() {
        return database.read("look which definitions there are", sql -> {
            Map<String, Stamp> stamps = new HashMap<>();
            sql.list(
                    row -> stamps.put(row.text("name"), new Stamp(row.integer("version"), row.time("changed_at"))),
                    """
                    SELECT name, version, changed_at
                    FROM baton_api_definition""");
            return stamps;
        });
    }

    /** All definitions, by name. */
    public List<Definition> list() {
        return database.read("list definitions", sql -> sql.list(ApiDefinitions::definition, """
                SELECT %s
                FROM baton_api_definition
                ORDER BY name""".formatted(COLUMNS)));
    }

    /** The definition with this name. */
    public Optional<Definition> find(String name) {
        return database.read("find a definition", sql -> find(sql, name));
    }

    private static Optional<Definition> find(Sql sql, String name) throws SQLException {
        return sql.first(ApiDefinitions::definition, """
                SELECT %s
                FROM baton_api_definition
                WHERE name = ?""".formatted(COLUMNS), name);
    }

    /**
     * Creates or changes a definition.
     *
     * @param expected the version that it must have now; 0 if it must not exist; null for any
     * @return the stored definition, or empty if it has another version
     */
    public Optional<Definition> put(String name, Type type, String spec, @Nullable Integer expected, Actor actor) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return database.write("store a definition", sql -> {
            int changed = sql.update("""
                    UPDATE baton_api_definition
                    SET type = ?, spec = ?, version = version + 1, changed_by = ?, changed_at = ?
                    WHERE name = ? AND (CAST(? AS integer) IS NULL OR version = ?)""", type, spec, actor.name(), now, name, expected, expected);
            if (changed == 0 && (expected == null || expected == 0)) {
                changed = sql.update("""
                        INSERT INTO baton_api_definition (name, type, spec, version, changed_by, changed_at)
                        VALUES (?, ?, ?, 1, ?, ?)
                        ON CONFLICT DO NOTHING""", name, type, spec, actor.name(), now);
            }
            if (changed == 1) {
                ApiChanges.count(sql);
            }
            return changed == 1 ? find(sql, name) : Optional.empty();
        });
    }

    /**
     * A definition to store.
     *
     * @param name its name
     * @param type what it defines
     * @param spec its specification, in JSON
     */
    public record Wanted(String name, Type type, String spec) {}

    /** Creates, changes and removes definitions in one transaction. */
    public void change(List<Wanted> wanted, List<String> unwanted, Actor actor) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        database.write("store definitions", sql -> {
            for (Wanted one : wanted) {
                sql.update("""
                        INSERT INTO baton_api_definition (name, type, spec, version, changed_by, changed_at)
                        VALUES (?, ?, ?, 1, ?, ?)
                        ON CONFLICT (name) DO UPDATE
                        SET type = excluded.type, spec = excluded.spec, changed_by = excluded.changed_by,
                            changed_at = excluded.changed_at, version = baton_api_definition.version + 1""", one.name(), one.type(), one.spec(), actor.name(), now);
            }
            for (String name : unwanted) {
                sql.update("""
                        DELETE FROM baton_api_definition
                        WHERE name = ?""", name);
            }
            ApiChanges.count(sql);
            return wanted.size() + unwanted.size();
        });
    }

    /**
     * Removes a definition.
     *
     * @param expected the version that it must have now; null for any
     * @return whether a definition with this name and version existed
     */
    public boolean delete(String name, @Nullable Integer expected) {
        return database.write("delete a definition", sql -> {
            int deleted = sql.update("""
                    DELETE FROM baton_api_definition
                    WHERE name = ? AND (CAST(? AS integer) IS NULL OR version = ?)""", name, expected, expected);
            if (deleted > 0) {
                ApiChanges.count(sql);
            }
            return deleted == 1;
        });
    }

    private static Definition definition(Row row) throws SQLException {
        return new Definition(
                row.text("name"),
                Type.valueOf(row.text("type").toUpperCase(Locale.ROOT)),
                row.text("spec"),
                row.integer("version"),
                row.text("changed_by"),
                row.time("changed_at"));
    }
}
