package dev.baton.server.notify;

import dev.baton.server.RealPostgres;
import javax.sql.DataSource;

class NotificationsOnPostgresTest extends NotificationsTest {

    @Override
    DataSource database() {
        return RealPostgres.freshSchema();
    }
}
