package dev.baton.server.resolve;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class SqlResolverOnSqliteTest extends SqlResolverTest {

    @TempDir
    Path folder;

    @Override
    DataSource newSource() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("inventory.db"));
        return source;
    }

    @Override
    String endlessQuery() {
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    }
}
