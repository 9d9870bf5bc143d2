package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Binds rows to a PostgreSQL statement column by column: each column is one array parameter. */
final class Columns<T> {

    private final Connection connection;
    private final PreparedStatement statement;
    private final Collection<T> rows;
    private int parameter;

    Columns(Connection connection, PreparedStatement statement, Collection<T> rows) {
        this.connection = connection;
        this.statement = statement;
        this.rows = rows;
    }

    /** Binds a text that is the same for all rows. */
    Columns<T> text(String value) throws SQLException {
        statement.setString(++parameter, value);
        return this;
    }

    /** Binds an id that is the same for all rows. */
    Columns<T> id(UUID value) throws SQLException {
        statement.setObject(++parameter, value);
        return this;
    }

    Columns<T> ids(Function<T, @Nullable UUID> column) throws SQLException {
        return set("uuid", new UUID[rows.size()], column);
    }

    Columns<T> texts(Function<T, @Nullable String> column) throws SQLException {
        return set("text", new String[rows.size()], column);
    }

    Columns<T> bytes(Function<T, byte @Nullable []> column) throws SQLException {
        return set("bytea", new byte[rows.size()][], column);
    }

    Columns<T> longs(ToLongFunction<T> column) throws SQLException {
        return set("int8", rows.stream().mapToLong(column).toArray());
    }

    Columns<T> ints(ToIntFunction<T> column) throws SQLException {
        return set("int4", rows.stream().mapToInt(column).toArray());
    }

    Columns<T> flags(Predicate<T> column) throws SQLException {
        boolean[] values = new boolean[rows.size()];
        int i = 0;
        for (T row : rows) {
            values[i++] = column.test(row);
        }
        return set("bool", values);
    }

    private <V> Columns<T> set(String type, @Nullable V[] values, Function<T, @Nullable V> column) throws SQLException {
        int i = 0;
        boolean empty = true;
        for (T row : rows) {
            V value = column.apply(row);
            empty &= value == null;
            values[i++] = value;
        }
        if (empty) {
            // A null array stands for a column of nulls: unnest pads it to the length of the others.
            statement.setNull(++parameter, Types.ARRAY);
            return this;
        }
        return set(type, (Object) values);
    }

    private Columns<T> set(String type, Object values) throws SQLException {
        // The driver sends arrays of primitives in binary, but the JDBC interface takes an Object[] only.
        if (values instanceof Object[] objects) {
            statement.setArray(++parameter, connection.createArrayOf(type, objects));
        } else {
            statement.setObject(++parameter, values);
        }
        return this;
    }
}
