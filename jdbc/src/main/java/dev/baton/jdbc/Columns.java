package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The columns of rows that a PostgreSQL statement takes as parameters. A column whose values differ is one array
 * parameter, which PostgreSQL unpacks value by value; a column with the same value in all rows is one plain parameter,
 * which costs nothing for each row. Immutable.
 *
 * @param <T> the rows
 */
final class Columns<T> {

    private final List<Column<T>> columns;

    /**
     * A column.
     *
     * @param name its name in the statement
     * @param type its type
     * @param values its values as an array
     */
    private record Column<T>(String name, Type type, Function<Collection<T>, Object> values) {}

    private enum Type {
        UUID("uuid", Types.OTHER),
        TEXT("text", Types.VARCHAR),
        BYTEA("bytea", Types.BINARY),
        BIGINT("bigint", Types.BIGINT),
        INTEGER("integer", Types.INTEGER),
        BOOLEAN("boolean", Types.BIT);

        private final String sql;
        private final int jdbc;

        Type(String sql, int jdbc) {
            this.sql = sql;
            this.jdbc = jdbc;
        }
    }

    /** Starts without columns; the first one differs from row to row. */
    Columns() {
        this(List.of());
    }

    private Columns(List<Column<T>> columns) {
        this.columns = columns;
    }

    Columns<T> id(String name, Function<T, @Nullable UUID> value) {
        return with(name, Type.UUID, rows -> objects(new UUID[rows.size()], rows, value));
    }

    Columns<T> text(String name, Function<T, @Nullable String> value) {
        return with(name, Type.TEXT, rows -> objects(new String[rows.size()], rows, value));
    }

    Columns<T> bytes(String name, Function<T, byte @Nullable []> value) {
        return with(name, Type.BYTEA, rows -> objects(new byte[rows.size()][], rows, value));
    }

    Columns<T> bigint(String name, ToLongFunction<T> value) {
        return with(name, Type.BIGINT, rows -> {
            long[] numbers = new long[rows.size()];
            int next = 0;
            for (T row : rows) {
                numbers[next++] = value.applyAsLong(row);
            }
            return numbers;
        });
    }

    Columns<T> integer(String name, ToIntFunction<T> value) {
        return with(name, Type.INTEGER, rows -> {
            int[] numbers = new int[rows.size()];
            int next = 0;
            for (T row : rows) {
                numbers[next++] = value.applyAsInt(row);
            }
            return numbers;
        });
    }

    Columns<T> flag(String name, Predicate<T> value) {
        return with(name, Type.BOOLEAN, rows -> {
            boolean[] flags = new boolean[rows.size()];
            int next = 0;
            for (T row : rows) {
                flags[next++] = value.test(row);
            }
            return flags;
        });
    }

    private static <T, V> @Nullable V[] objects(
            @Nullable V[] into, Collection<T> rows, Function<T, ? extends @Nullable V> value) {
        int next = 0;
        for (T row : rows) {
            into[next++] = value.apply(row);
        }
        return into;
    }

    private Columns<T> with(String name, Type type, Function<Collection<T>, Object> values) {
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(new Column<>(name, type, values));
        return new Columns<>(List.copyOf(more));
    }

    /** These columns of rows, of which there is at least one. */
    Rows of(Collection<T> rows) {
        List<Values> all = new ArrayList<>(columns.size());
        for (Column<T> column : columns) {
            Object array = column.values().apply(rows);
            boolean isSame = !all.isEmpty() && isSame(array);
            all.add(new Values(column.name(), column.type(), array, isSame));
        }
        return new Rows(all);
    }

    /**
     * The values of a column.
     *
     * @param array all of them
     * @param isSame whether all of them are equal
     */
    private record Values(String name, Type type, Object array, boolean isSame) {

        @Nullable Object first() {
            return java.lang.reflect.Array.get(array, 0);
        }
    }

    /** Rows, as a table of a statement. */
    static final class Rows {

        private final List<Values> same;
        private final List<Values> different;
        private final String table;

        private Rows(List<Values> columns) {
            this.same = columns.stream()
                    .filter(column -> column.isSame() && column.first() != null)
                    .toList();
            this.different = columns.stream().filter(column -> !column.isSame()).toList();
            // OFFSET 0 hides from the planner which columns are the same in all rows. If it knew that all rows are
            // about one gate, it would read all rows of that gate and look for each of them among the rows.
            this.table = """
                    (
                        SELECT %s
                        FROM unnest(%s) AS each (%s)
                        OFFSET 0
                    )""".formatted(
                            columns.stream().map(Rows::select).collect(Collectors.joining(", ")),
                            different.stream()
                                    .map(column -> "?::" + column.type().sql + "[]")
                                    .collect(Collectors.joining(", ")),
                            different.stream().map(Values::name).collect(Collectors.joining(", ")));
        }

        private static String select(Values column) {
            if (!column.isSame()) {
                return "each." + column.name();
            }
            String value = column.first() == null ? "NULL" : "?";
            return value + "::" + column.type().sql + " AS " + column.name();
        }

        /** The SQL of the rows, to stand in a FROM clause before any other parameter of the statement. */
        String table() {
            return table;
        }

        /** Binds the rows, and returns the number of the parameter that follows. */
        int bind(Connection connection, PreparedStatement statement) throws SQLException {
            int parameter = 1;
            for (Values column : same) {
                statement.setObject(parameter++, column.first(), column.type().jdbc);
            }
            for (Values column : different) {
                bind(connection, statement, parameter++, column);
            }
            return parameter;
        }

        private static void bind(Connection connection, PreparedStatement statement, int parameter, Values column)
                throws SQLException {
            if (column.array() instanceof UUID[] ids) {
                statement.setArray(parameter, IdArrays.of(connection, Arrays.asList(ids)));
            } else if (column.array() instanceof Object[] objects) {
                statement.setArray(parameter, connection.createArrayOf(column.type().sql, objects));
            } else {
                // The driver sends arrays of primitives in binary, but the JDBC interface takes an Object[] only.
                statement.setObject(parameter, column.array());
            }
        }
    }

    private static boolean isSame(Object array) {
        // All are equal if each is equal to the next.
        if (array instanceof long[] longs) {
            return Arrays.equals(longs, 1, longs.length, longs, 0, longs.length - 1);
        }
        if (array instanceof int[] ints) {
            return Arrays.equals(ints, 1, ints.length, ints, 0, ints.length - 1);
        }
        if (array instanceof boolean[] flags) {
            return Arrays.equals(flags, 1, flags.length, flags, 0, flags.length - 1);
        }
        Object[] objects = (Object[]) array;
        for (Object each : objects) {
            if (!Objects.deepEquals(each, objects[0])) {
                return false;
            }
        }
        return true;
    }
}
