package dev.baton.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A kind of database, with its conversions of values to parameters and from rows.
 *
 * <pre>{@code
 * System.out.println(Stores.ddl(Dialect.POSTGRES)); // for those who make their tables by hand
 * }</pre>
 */
public enum Dialect {
    /** SQLite: one file, one process. Ids are 16 bytes, lists are JSON. */
    SQLITE("IN (SELECT value FROM json_each(?))", "IN (SELECT unhex(value) FROM json_each(?))", """
            coalesce(owner, CASE WHEN id IN (SELECT execution FROM baton_claimed)
                            THEN (SELECT claim.owner FROM baton_claim AS claim LIMIT 1) END)""", """
            coalesce(owner, (SELECT claim.owner
                             FROM baton_claim AS claim
                             WHERE instr(claim.executions, baton_execution.id) % 16 = 1
                             LIMIT 1))""") {

        @Override
        Object id(UUID id) {
            return Ids.toBytes(id);
        }

        @Override
        @Nullable UUID id(ResultSet row, int column) throws SQLException {
            byte[] bytes = row.getBytes(column);
            return bytes == null ? null : Ids.fromBytes(bytes);
        }

        @Override
        @Nullable String text(ResultSet row, int column) throws SQLException {
            // The driver's own way to a String takes twice as long.
            byte[] bytes = row.getBytes(column);
            return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        Object ids(Connection connection, Collection<UUID> ids) {
            return ids.stream()
                    .map(Ids::toHex)
                    .collect(Collectors.joining("\",\"", ids.isEmpty() ? "[" : "[\"", ids.isEmpty() ? "]" : "\"]"));
        }

        @Override
        Object texts(Connection connection, Collection<String> texts) {
            return json(texts);
        }

        @Override
        Set<String> textSet(ResultSet row, int column) throws SQLException {
            String text = Objects.requireNonNull(text(row, column));
            return text.equals("[]") ? Set.of() : new LinkedHashSet<>(List.of(JSON.readValue(text, String[].class)));
        }
    },
    /** PostgreSQL 12 and later: any number of nodes. */
    POSTGRES("= ANY (?)", "= ANY (?)", "owner", "owner") {

        @Override
        Object id(UUID id) {
            return id;
        }

        @Override
        @Nullable UUID id(ResultSet row, int column) throws SQLException {
            return row.getObject(column, UUID.class);
        }

        @Override
        @Nullable String text(ResultSet row, int column) throws SQLException {
            return row.getString(column);
        }

        @Override
        Object ids(Connection connection, Collection<UUID> ids) throws SQLException {
            return IdArrays.of(connection, ids);
        }

        @Override
        Object texts(Connection connection, Collection<String> texts) throws SQLException {
            return connection.createArrayOf("text", texts.toArray());
        }

        @Override
        Set<String> textSet(ResultSet row, int column) throws SQLException {
            Array array = row.getArray(column);
            if (array == null) {
                return Set.of();
            }
            String[] texts = (String[]) array.getArray();
            return texts.length == 0 ? Set.of() : new LinkedHashSet<>(List.of(texts));
        }
    };

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The condition that a column equals one of the values of the next parameter. */
    final String any;

    /** The condition that a column of ids equals one of the values of the next parameter. */
    final String anyId;

    /**
     * The owner of an active execution, in a query of {@code baton_execution}; NULL if it has none. On SQLite a claimed
     * execution has the owner of any list of claims, the first that comes ({@code LIMIT 1}): a single process has the
     * file, and its node removes the lists of the former one when it opens the file, so all lists have the same owner.
     */
    final String owner;

    /**
     * The same in a query of a single row. On SQLite it searches the lists for the id instead of unpacking all of them
     * first, which pays off only for many rows. Ids have 16 bytes, too many for the end of one and the beginning of the
     * next to be a third.
     */
    final String ownerOfOne;

    Dialect(String any, String anyId, String owner, String ownerOfOne) {
        this.any = any;
        this.anyId = anyId;
        this.owner = owner;
        this.ownerOfOne = ownerOfOne;
    }

    /** An id as a parameter. */
    abstract Object id(UUID id);

    /** An id in a row. */
    abstract @Nullable UUID id(ResultSet row, int column) throws SQLException;

    /** A text in a row. */
    abstract @Nullable String text(ResultSet row, int column) throws SQLException;

    /** Ids as a parameter. */
    abstract Object ids(Connection connection, Collection<UUID> ids) throws SQLException;

    /** Texts as a parameter. */
    abstract Object texts(Connection connection, Collection<String> texts) throws SQLException;

    /** Texts in a row. */
    abstract Set<String> textSet(ResultSet row, int column) throws SQLException;

    /** An id as a parameter; null stays null. */
    final @Nullable Object orNull(@Nullable UUID id) {
        return id == null ? null : id(id);
    }

    /** Ids in the first column. */
    final List<UUID> idList(ResultSet rows) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        while (rows.next()) {
            UUID id = id(rows, 1);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Texts as JSON. */
    static String json(Collection<String> texts) {
        return texts.isEmpty() ? "[]" : JSON.writeValueAsString(texts);
    }

    /** The folder of its schema files. */
    final String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "SQLite" -> SQLITE;
            case "PostgreSQL" -> POSTGRES;
            default ->
                throw new IllegalArgumentException(
                        "Baton knows SQLite and PostgreSQL, and this is a connection to " + product);
        };
    }
}
