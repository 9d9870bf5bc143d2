package dev.baton.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Binds many similar rows to one SQLite statement: a column of ids or times is one blob, cut into pieces of equal length,
 * and all other columns are plain parameters. A statement for each row spends more time in the driver than in SQLite.
 */
final class PackedRows {

    /** Fewer rows than this are not worth it. */
    static final int FEWEST = 4;

    /** As many numbers as there are in the table of numbers. */
    private static final int MOST = 2_000;

    private static final int ID_LENGTH = 16;

    /** The digits of the largest long. */
    private static final int TIME_LENGTH = 19;

    private PackedRows() {}

    /** The id of row {@code i}, of the {@linkplain #ids ids} in a parameter. */
    static String id(int parameter) {
        return "substr(?%1$d, i * %2$d + 1, %2$d)".formatted(parameter, ID_LENGTH);
    }

    /** The time of row {@code i}, of the times in a parameter that {@link #setTimes} has set. */
    static String time(int parameter) {
        return "iif(typeof(?%1$d) = 'integer', ?%1$d, CAST(substr(?%1$d, i * %2$d + 1, %2$d) AS INTEGER))"
                .formatted(parameter, TIME_LENGTH);
    }

    static <T> byte[] ids(List<T> rows, Function<T, UUID> id) {
        ByteBuffer packed = ByteBuffer.allocate(rows.size() * ID_LENGTH);
        for (T row : rows) {
            UUID one = id.apply(row);
            packed.putLong(one.getMostSignificantBits()).putLong(one.getLeastSignificantBits());
        }
        return packed.array();
    }

    /** Sets a parameter to times, none of which is before 1970. */
    static <T> void setTimes(PreparedStatement statement, int parameter, List<T> rows, ToLongFunction<T> time)
            throws SQLException {
        long first = time.applyAsLong(rows.get(0));
        if (rows.stream().allMatch(row -> time.applyAsLong(row) == first)) {
            statement.setLong(parameter, first);
        } else {
            statement.setBytes(parameter, times(rows, time));
        }
    }

    private static <T> byte[] times(List<T> rows, ToLongFunction<T> time) {
        StringBuilder packed = new StringBuilder(rows.size() * TIME_LENGTH);
        for (T row : rows) {
            String digits = Long.toString(time.applyAsLong(row));
            packed.append("0".repeat(TIME_LENGTH - digits.length())).append(digits);
        }
        return packed.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Cuts rows into stretches of neighbours that are similar, in their order, none longer than a statement takes. */
    static <T> List<List<T>> stretches(List<T> rows, BiPredicate<T, T> isSimilar) {
        List<List<T>> stretches = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= rows.size(); i++) {
            if (i == rows.size() || i - start == MOST || !isSimilar.test(rows.get(start), rows.get(i))) {
                stretches.add(rows.subList(start, i));
                start = i;
            }
        }
        return stretches;
    }
}
