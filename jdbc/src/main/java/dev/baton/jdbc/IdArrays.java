package dev.baton.jdbc;

import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * Arrays of ids for PostgreSQL. The driver makes text of them, which takes the driver and the database as long as
 * storing a row of an index; here they are in the binary form that the driver has for arrays of numbers.
 */
final class IdArrays {

    private static final int ID_LENGTH = 16;
    private static final int NULL_LENGTH = -1;

    private IdArrays() {}

    static Array of(Connection connection, Collection<@Nullable UUID> ids) throws SQLException {
        if (!connection.isWrapperFor(BaseConnection.class)) {
            return connection.createArrayOf("uuid", ids.toArray());
        }
        BaseConnection driver = connection.unwrap(BaseConnection.class);
        if (driver.getPreferQueryMode() == PreferQueryMode.SIMPLE) {
            // In this mode all parameters are text.
            return connection.createArrayOf("uuid", ids.toArray());
        }
        return new PgArray(driver, Oid.UUID_ARRAY, binary(ids));
    }

    /** The number of dimensions, whether there are nulls, the type, the size, the first index, and the elements. */
    private static byte[] binary(Collection<@Nullable UUID> ids) {
        ByteBuffer bytes = ByteBuffer.allocate(5 * Integer.BYTES + ids.size() * (Integer.BYTES + ID_LENGTH));
        bytes.putInt(ids.isEmpty() ? 0 : 1);
        bytes.putInt(ids.stream().anyMatch(Objects::isNull) ? 1 : 0);
        bytes.putInt(Oid.UUID);
        if (!ids.isEmpty()) {
            bytes.putInt(ids.size()).putInt(1);
        }
        for (UUID id : ids) {
            if (id == null) {
                bytes.putInt(NULL_LENGTH);
            } else {
                bytes.putInt(ID_LENGTH).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
            }
        }
        byte[] written = new byte[bytes.position()];
        bytes.flip().get(written);
        return written;
    }
}
