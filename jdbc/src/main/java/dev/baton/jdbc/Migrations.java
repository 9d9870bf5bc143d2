package dev.baton.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schema of one component, as numbered files that are applied in order. Each component has its own version number
 * in the table {@code baton_schema}; all components take the same lock before they read it. A released file never
 * changes: new statements go into a new file. Safe from any thread.
 *
 * <pre>{@code
 * Migrations billing = Migrations.of("billing", getClass(), 2); // billing-1.sql and billing-2.sql beside the class
 * billing.apply(connection);
 * }</pre>
 */
public final class Migrations {

    private static final Pattern NAME = Pattern.compile("[a-z]+");
    private static final Pattern END = Pattern.compile(";\\s*\\n");

    private static final String LOCK_ON_POSTGRES = """
            SELECT pg_advisory_xact_lock(hashtext('baton schema'), hashtext(current_schema()))""";

    private static final String VERSION_TABLE = """
            CREATE TABLE IF NOT EXISTS baton_schema (
                component text    NOT NULL,
                version   integer NOT NULL,
                PRIMARY KEY (component, version)
            )""";

    private static final String ADD_VERSION = """
            INSERT INTO baton_schema (component, version)
            VALUES ('%s', %d)""";

    private static final String VERSION = """
            SELECT max(version)
            FROM baton_schema
            WHERE component = ?""";

    private static final String TAKE_OVER = """
            INSERT INTO baton_schema (component, version)
            SELECT '%s', version
            FROM %s""";

    /** The schema of the engine itself. */
    static final Migrations ENGINE = of("engine", Migrations.class, 2).developedUpTo(7);

    /** The table of schedules that are data. */
    static final Migrations SCHEDULES = of("schedules", Migrations.class, 1);

    private final String component;
    private final Class<?> anchor;
    private final int versions;
    private final @Nullable String former;
    /** The last version before the first release, whose files were folded into one; 0 if there were none. */
    private final int developed;

    private Migrations(String component, Class<?> anchor, int versions, @Nullable String former, int developed) {
        this.component = component;
        this.anchor = anchor;
        this.versions = versions;
        this.former = former;
        this.developed = developed;
    }

    /**
     * The migrations of a component.
     *
     * @param component its name, in lower case
     * @param anchor the class whose package contains the files: {@code sqlite/<component>-1.sql} and {@code
     *     postgres/<component>-1.sql}, or {@code <component>-1.sql} if both databases take the same statements
     * @param versions how many files there are for each database
     */
    public static Migrations of(String component, Class<?> anchor, int versions) {
        if (!NAME.matcher(component).matches()) {
            throw new IllegalArgumentException(
                    "the name of a component consists of lower-case letters, not \"" + component + "\"");
        }
        return new Migrations(component, anchor, versions, null, 0);
    }

    /**
     * The same for a component whose versions were in a table of their own before. Where that table exists, it goes on
     * being written, so that a program that knows only the former table notices that it is too old.
     *
     * @param table the former table, with a column {@code version}
     */
    public Migrations formerlyIn(String table) {
        return new Migrations(component, anchor, versions, table, developed);
    }

    private Migrations developedUpTo(int version) {
        return new Migrations(component, anchor, versions, former, version);
    }

    /** The version of the tables; 0 if there are none. */
    public int version(Connection connection) throws SQLException {
        return exists(connection, Dialect.of(connection), "baton_schema") ? recorded(connection) : 0;
    }

    /**
     * Migrates the tables: in a new transaction if the connection is in auto-commit mode, and otherwise in the caller's
     * transaction, which on SQLite must hold the write lock of the file.
     *
     * @throws StoreException when a newer version of the component has created the tables
     */
    public void apply(Connection connection) throws SQLException {
        Dialect dialect = Dialect.of(connection);
        if (!connection.getAutoCommit()) {
            update(connection, dialect);
            return;
        }
        // An explicit BEGIN: SQLite's driver would take the file's lock only at the first write.
        execute(connection, dialect == Dialect.SQLITE ? "BEGIN IMMEDIATE" : "BEGIN");
        boolean done = false;
        try {
            update(connection, dialect);
            done = true;
        } finally {
            execute(connection, done ? "COMMIT" : "ROLLBACK");
        }
    }

    private void update(Connection connection, Dialect dialect) throws SQLException {
        if (dialect == Dialect.POSTGRES) {
            execute(connection, LOCK_ON_POSTGRES);
        }
        int version = version(connection, dialect);
        if (version > versions) {
            throw new StoreException(component + " tables: the schema is version " + version
                    + ", this Baton knows up to " + versions
                    + (version <= developed
                            ? "; a development build from before the first release made it, or a newer Baton: use that"
                                    + " one, or start with a new database"
                            : "; a newer Baton made it: use that one or a later one"));
        }
        for (int next = version + 1; next <= versions; next++) {
            for (String statement : END.split(step(dialect, next), -1)) {
                if (!statement.isBlank()) {
                    execute(connection, statement);
                }
            }
            if (former != null && exists(connection, dialect, former)) {
                execute(connection, "INSERT INTO %s (version) VALUES (%d)".formatted(former, next));
            }
        }
    }

    /** All statements from an empty database to the newest version, to run by hand. */
    public String ddl(Dialect dialect) {
        StringBuilder ddl = new StringBuilder(VERSION_TABLE).append(";\n");
        for (int version = 1; version <= versions; version++) {
            ddl.append('\n').append(step(dialect, version));
        }
        return ddl.toString();
    }

    private int version(Connection connection, Dialect dialect) throws SQLException {
        // Checked first: a user without the right to create tables can use existing ones.
        if (!exists(connection, dialect, "baton_schema")) {
            execute(connection, VERSION_TABLE);
        }
        int version = recorded(connection);
        if (version == 0 && former != null && exists(connection, dialect, former)) {
            execute(connection, TAKE_OVER.formatted(component, former));
            return recorded(connection);
        }
        return version;
    }

    private int recorded(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(VERSION)) {
            query.setString(1, component);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    private static boolean exists(Connection connection, Dialect dialect, String table) throws SQLException {
        String sql = switch (dialect) {
            case SQLITE -> "SELECT 1 FROM sqlite_master WHERE name = ?";
            case POSTGRES -> "SELECT 1 WHERE to_regclass(?) IS NOT NULL";
        };
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, table);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    /** A file, followed by the statement that records its version. */
    private String step(Dialect dialect, int version) {
        return read(dialect, version) + "\n" + ADD_VERSION.formatted(component, version) + ";\n";
    }

    private String read(Dialect dialect, int version) {
        String shared = "%s-%d.sql".formatted(component, version);
        String own = dialect.name().toLowerCase(Locale.ROOT) + "/" + shared;
        try (InputStream in = anchor.getResourceAsStream(anchor.getResource(own) == null ? shared : own)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + own);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
