package dev.baton.server.log;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RunLogsOnSqliteTest extends RunLogsTest {

    @TempDir
    Path folder;

    @Override
    LogsOn place() {
        return LogsOn.sqlite(folder.resolve("baton-logs.db"));
    }
}
