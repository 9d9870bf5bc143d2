package dev.baton.server.resolve;

import dev.baton.server.RealPostgres;
import javax.sql.DataSource;

class SqlResolverOnPostgresTest extends SqlResolverTest {

    @Override
    DataSource newSource() {
        return RealPostgres.freshSchema();
    }

    @Override
    String endlessQuery() {
        return "SELECT pg_sleep(600)::text";
    }
}
