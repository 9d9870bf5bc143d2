package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Job;
import dev.baton.test.BatonExtension;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first test of the guide. */
@ExtendWith(BatonExtension.class)
class ReportTest {

    @Test
    void the_report_is_written_at_two(BatonTest baton) {
        List<Instant> written = new ArrayList<>();
        baton.add(Job.named("report").cron("0 2 * * *").run(context -> written.add(context.now())));
        baton.advance(Duration.ofDays(2));
        assertThat(written)
                .containsExactly(Instant.parse("2026-01-01T02:00:00Z"), Instant.parse("2026-01-02T02:00:00Z"));
    }
}
