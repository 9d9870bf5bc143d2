package dev.baton.faults;

import dev.baton.jdbc.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** The database of the nodes, seen from outside. Safe from any thread. */
interface Database extends AutoCloseable {

    /** The address of the database, as a node reads it. */
    String address();

    Dialect dialect();

    /** A column of ids as text, which {@link #id} reads. */
    default String idText(String column) {
        return dialect() == Dialect.SQLITE ? "hex(" + column + ")" : column + "::text";
    }

    /** An id as that text, in small letters. */
    default String idText(UUID id) {
        return dialect() == Dialect.SQLITE ? id.toString().replace("-", "") : id.toString();
    }

    /** An id from text, with or without its dashes. */
    static UUID id(String text) {
        String digits = text.replace("-", "");
        return new UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16));
    }

    /** A connection of the driver's own. */
    Connection connect() throws SQLException;

    @Override
    void close();
}
