package dev.baton.server.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RunId;
import dev.baton.server.RealPostgres;
import dev.baton.server.window.WindowMemory.Refusal;
import dev.baton.server.window.WindowMemory.Use;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class JdbcWindowMemoryTest {

    @TempDir
    Path folder;

    @Test
    void sqlite_remembers() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("memory.db"));
        remembers(source);
    }

    @Test
    void postgres_remembers() {
        remembers(RealPostgres.freshSchema());
    }

    private static RunId run() {
        return new RunId(UUID.randomUUID(), 3);
    }

    private static void remembers(DataSource source) {
        WindowMemory memory = new JdbcWindowMemory(source);
        assertThat(memory.lastUse("digest", "scan")).isEmpty();
        assertThat(memory.lastRefusal("digest")).isEmpty();

        RunId used = run();
        RunId by = run();
        Refusal refusal = new Refusal(Instant.parse("2026-11-15T12:00:00.123456Z"), by);
        memory.keepUse("digest", Map.of("scan", run(), "monitor", used), run());
        memory.keepUse("digest", Map.of("scan", used), by);
        memory.keepUse("digest", Map.of(), by);
        memory.keepRefusal("digest", new Refusal(Instant.EPOCH, run()));
        memory.keepRefusal("digest", refusal);

        WindowMemory later = new JdbcWindowMemory(source);
        assertThat(later.lastUse("digest", "scan")).contains(new Use(used, by));
        assertThat(later.lastUse("digest", "monitor")).map(Use::used).contains(used);
        assertThat(later.lastUse("other", "scan")).isEmpty();
        assertThat(later.lastRefusal("digest")).contains(refusal);
        assertThat(later.lastRefusal("other")).isEmpty();
    }
}
