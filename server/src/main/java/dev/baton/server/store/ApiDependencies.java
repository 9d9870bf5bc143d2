package dev.baton.server.store;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.server.security.Actor;
import dev.baton.server.store.Sql.Row;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dependencies between jobs that were made through the API. Safe from any thread. */
public final class ApiDependencies {

    private final Database database;
    private final Clock clock;

    /** The dependencies in a database. */
    public ApiDependencies(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** All dependencies, by parent and child. */
    public List<Dependency> list() {
        return database.read("list dependencies", sql -> sql.list(ApiDependencies::dependency, """
                SELECT parent, child, conditions
                FROM baton_api_dependency
                ORDER BY parent, child"""));
    }

    /** Stores a dependency with these conditions, and replaces earlier ones. */
    public void put(Dependency dependency, Actor actor) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        int conditions = Condition.mask(dependency.conditions().toArray(Condition[]::new));
        change("store a dependency", """
                INSERT INTO baton_api_dependency (parent, child, conditions, changed_by, changed_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (parent, child) DO UPDATE
                SET conditions = excluded.conditions, changed_by = excluded.changed_by,
                    changed_at = excluded.changed_at""", dependency.parent(), dependency.child(), conditions, actor.name(), now);
    }

    /** Removes a dependency if it exists. */
    public void delete(String parent, String child) {
        change("delete a dependency", """
                DELETE FROM baton_api_dependency
                WHERE parent = ? AND child = ?""", parent, child);
    }

    /** Removes all dependencies of a job, as a parent and as a child. */
    public void deleteAll(String job) {
        change("delete the dependencies of a job", """
                DELETE FROM baton_api_dependency
                WHERE parent = ? OR child = ?""", job, job);
    }

    private void change(String doing, String statement, @Nullable Object... values) {
        database.write(doing, sql -> {
            int changed = sql.update(statement, values);
            if (changed > 0) {
                ApiChanges.count(sql);
            }
            return changed;
        });
    }

    private static Dependency dependency(Row row) throws SQLException {
        return Dependency.of(row.text("parent"), row.text("child"), row.integer("conditions"));
    }
}
