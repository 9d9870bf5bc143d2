package dev.baton.server.log;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.server.RealPostgres;
import java.nio.file.Path;

/** A place for logs that outlives the logs that use it. */
interface LogsOn extends AutoCloseable {

    /** Opens the logs that are kept there. */
    RunLogs open(LogLimits limits);

    @Override
    void close();

    /** A file. */
    static LogsOn sqlite(Path file) {
        return new LogsOn() {
            @Override
            public RunLogs open(LogLimits limits) {
                return RunLogs.sqlite(file, limits);
            }

            @Override
            public void close() {}
        };
    }

    /** A new schema of a PostgreSQL that all tests share. */
    static LogsOn postgres() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(RealPostgres.freshSchema());
        config.setMaximumPoolSize(6);
        HikariDataSource pool = new HikariDataSource(config);
        return new LogsOn() {
            @Override
            public RunLogs open(LogLimits limits) {
                return RunLogs.postgres(pool, limits);
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }
}
