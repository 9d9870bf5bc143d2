package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Binds rows to a PostgreSQL statement column by column: each column is one array parameter or, if it has the same value
 * in all rows, one plain parameter. PostgreSQL unpacks an array value by value, which for the columns of an execution
 * costs as much as the rest of the insert.
 */
final class Columns<T> {

    private final Connection connection;
    private final PreparedStatement statement;
    private final Collection<T> rows;
    private final int columns;
    private int column;

    /**
     * Columns of a statement that begins with the parameters of {@link #rows}.
     *
     * @param columns how many columns there are
     */
    Columns(Connection connection, PreparedStatement statement, Collection<T> rows, int columns) {
        this.connection = connection;
        this.statement = statement;
        this.rows = rows;
        this.columns = columns;
    }

    /**
     * The SQL of rows that are bound by columns, to stand in a FROM clause. The parameters are the columns as arrays, and
     * then, for all columns but the first, the value of a column that has one for all rows.
     *
     * @param columns each a name and a type; the first differs from row to row
     */
    static String rows(String... columns) {
        String[] names =
                Arrays.stream(columns).map(column -> column.split(" ", -1)[0]).toArray(String[]::new);
        String[] types =
                Arrays.stream(columns).map(column -> column.split(" ", -1)[1]).toArray(String[]::new);
        return """
                (
                    SELECT each.%s, %s
                    FROM unnest(%s) AS each (%s)
                    CROSS JOIN (VALUES (%s)) AS common (%s)
                )""".formatted(
                        names[0],
                        Arrays.stream(names)
                                .skip(1)
                                .map(name -> "coalesce(each.%1$s, common.%1$s) AS %1$s".formatted(name))
                                .collect(Collectors.joining(", ")),
                        Stream.of(types).map(type -> "?::" + type + "[]").collect(Collectors.joining(", ")),
                        String.join(", ", names),
                        Stream.of(types).skip(1).map(type -> "?::" + type).collect(Collectors.joining(", ")),
                        Stream.of(names).skip(1).collect(Collectors.joining(", ")));
    }

    /** The number of the parameter that follows those of the columns. */
    int next() {
        return 2 * columns;
    }

    Columns<T> ids(Function<T, @Nullable UUID> value) throws SQLException {
        return set("uuid", Types.OTHER, new UUID[rows.size()], value);
    }

    Columns<T> texts(Function<T, @Nullable String> value) throws SQLException {
        return set("text", Types.VARCHAR, new String[rows.size()], value);
    }

    Columns<T> bytes(Function<T, byte @Nullable []> value) throws SQLException {
        return set("bytea", Types.BINARY, new byte[rows.size()][], value);
    }

    Columns<T> longs(ToLongFunction<T> value) throws SQLException {
        long[] values = rows.stream().mapToLong(value).toArray();
        boolean same = values.length > 0;
        for (long one : values) {
            same &= one == values[0];
        }
        return set("int8", Types.BIGINT, values, same ? (Long) values[0] : null);
    }

    Columns<T> ints(ToIntFunction<T> value) throws SQLException {
        int[] values = rows.stream().mapToInt(value).toArray();
        boolean same = values.length > 0;
        for (int one : values) {
            same &= one == values[0];
        }
        return set("int4", Types.INTEGER, values, same ? (Integer) values[0] : null);
    }

    Columns<T> flags(Predicate<T> value) throws SQLException {
        boolean[] values = new boolean[rows.size()];
        boolean same = values.length > 0;
        int i = 0;
        for (T row : rows) {
            values[i] = value.test(row);
            same &= values[i++] == values[0];
        }
        return set("bool", Types.BIT, values, same ? (Boolean) values[0] : null);
    }

    private <V> Columns<T> set(String type, int jdbcType, @Nullable V[] values, Function<T, @Nullable V> value)
            throws SQLException {
        int i = 0;
        boolean same = values.length > 0;
        for (T row : rows) {
            values[i] = value.apply(row);
            same &= Objects.equals(values[i++], values[0]);
        }
        if (same && column > 0 && values[0] == null) {
            // No array and no value: NULL in all rows.
            column++;
            setNullArray(column, type);
            setValue(jdbcType, type, null);
            return this;
        }
        return set(type, jdbcType, values, same ? values[0] : null);
    }

    private Columns<T> set(String type, int jdbcType, Object values, @Nullable Object common) throws SQLException {
        column++;
        if (column == 1) {
            setArray(type, values);
            return this;
        }
        // Every parameter has the same type in every call: if one had not, the driver would prepare the statement anew.
        if (common == null) {
            setArray(type, values);
        } else {
            setNullArray(column, type);
        }
        setValue(jdbcType, type, common);
        return this;
    }

    private void setValue(int jdbcType, String type, @Nullable Object value) throws SQLException {
        int parameter = columns + column - 1;
        if (value == null) {
            // The driver sends a String as a varchar.
            statement.setNull(parameter, jdbcType, type.equals("text") ? "varchar" : type);
        } else {
            statement.setObject(parameter, value);
        }
    }

    private void setNullArray(int parameter, String type) throws SQLException {
        statement.setNull(parameter, Types.ARRAY, "_" + type);
    }

    private void setArray(String type, Object values) throws SQLException {
        // The driver sends arrays of primitives in binary, but the JDBC interface takes an Object[] only.
        if (values instanceof Object[] objects) {
            statement.setArray(column, connection.createArrayOf(type, objects));
        } else {
            statement.setObject(column, values);
        }
    }
}
