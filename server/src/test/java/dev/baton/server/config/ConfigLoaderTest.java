package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Calendar;
import dev.baton.seeded.Seeds;
import dev.baton.server.kind.CommandWork;
import dev.baton.server.kind.FanoutWork;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.document.Checked;
import dev.baton.worker.Command;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConfigLoaderTest {

    @Test
    void a_request_may_be_json_in_a_text() {
        var jobs = new ConfigLoader(Map.of(), Set.of())
                .parse("f", """
                        [[jobs]]
                        id = "call"
                        command = '{"url": "https://example.com/x", "method": "POST", "expect_status": 202}'
                        [[jobs]]
                        id = "ask"
                        kind = "claude"
                        command = '{"url": "https://example.com/x"}'
                        [[jobs]]
                        id = "group"
                        command = '{ echo a; echo b; }'
                        """)
                .orThrow()
                .definitions()
                .jobs();

        assertThat(jobs).extracting(job -> job.work().kind()).containsExactly("http", "claude", "shell");
        Command.Http call = (Command.Http) ((CommandWork) jobs.get(0).work()).command();
        assertThat(call.method()).isEqualTo("POST");
        assertThat(call.expectStatus()).containsExactly(202);
        assertThat(new ConfigLoader(Map.of(), Set.of())
                        .parse("f", "[[jobs]]\nid='a'\ncommand='{\"url\":\"https://a.b/\",\"metod\":\"PUT\"}'\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("f:3", "metod", "method");
    }

    @Test
    void a_fan_out_over_the_lines_of_a_job_has_a_window() {
        String toml = "[[jobs]]\nid='scan'\nkind='fanout'\nwindow_sec=3600\ncommand='x'\ninputs_from='%s'\n";
        var loader = new ConfigLoader(Map.of(), Set.of());
        FanoutWork work = (FanoutWork) loader.parse("f", toml.formatted("job://list?output_as_lines"))
                .orThrow()
                .definitions()
                .jobs()
                .get(0)
                .work();

        assertThat(work.items()).isEqualTo(new Items.FromUri("job://list?output_as_lines", Duration.ofHours(1)));
        assertThat(loader.parse("f", toml.formatted("https://example.com/x")).problems())
                .singleElement()
                .asString()
                .contains("f:4", "job://");
    }

    @Test
    void a_variable_of_the_environment_stands_above_the_file() {
        Map<String, String> environment = Map.of(
                "BATON_SERVER_PORT", "8080",
                "BATON_SERVER_ALLOWED_HOSTS", "a.example, b.example",
                "BATON_STORAGE_URL", "postgres://me:p%40ss@db:5433/baton",
                "BATON_JOBS_NUCLEI_SCAN_SCHEDULE", "@hourly");
        Configuration loaded = load(environment, ExampleFileTest.text()).orThrow();
        assertThat(loaded.server().address().port()).isEqualTo(8080);
        assertThat(loaded.server().address().allowedHosts()).containsExactly("a.example", "b.example");
        assertThat(loaded.storage().database().url())
                .isEqualTo("jdbc:postgresql://db:5433/baton?user=me&password=p%40ss");
        assertThat(loaded.definitions().jobs().get(1).timing().clock().schedule())
                .isEqualTo("@hourly");
    }

    @Test
    void a_wrong_variable_is_named() {
        assertThat(load(Map.of("BATON_SERVER_PORT", "many"), "").problems().toString())
                .contains("environment variable BATON_SERVER_PORT: server: \"port\" must be a whole number");
    }

    @Test
    void a_variable_may_use_the_other_name_of_a_key() {
        String toml = "[[jobs]]\nid = \"scan\"\ncommand = \"true\"\ntimeout = \"1h\"";
        JobSpec scan = load(Map.of("BATON_JOBS_SCAN_TIMEOUT_SEC", "90"), toml)
                .orThrow()
                .definitions()
                .jobs()
                .get(0);
        assertThat(scan.policy().limits().attempt()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void secrets_come_from_the_environment() {
        String toml = "[secrets]\ntoken = \"${TOKEN}\"\nother = \"${OTHER:-none}\"";
        assertThat(load(Map.of("TOKEN", "t0p"), toml).orThrow().named().secrets())
                .isEqualTo(Map.of("token", "t0p", "other", "none"));
    }

    @Test
    void a_secret_whose_variable_is_not_set_is_a_problem() {
        assertThat(load(Map.of(), "[secrets]\ntoken = \"${TOKEN}\"").problems().toString())
                .contains(
                        "baton.toml:2: the environment variable TOKEN is not set. Set it, or write ${TOKEN:-otherwise}.");
    }

    @Test
    void files_of_simpler_schedulers_load() {
        String toml = """
                [[jobs]]
                id = "a"
                command = "true"
                retry_count = 2
                retry_delay_sec = 5
                timeout_sec = 30
                max_concurrent = 1
                [[jobs]]
                id = "b"
                kind = "workflow"
                depends_on = ["a"]
                window_sec = 3600
                wait_sec = 10
                cooldown_sec = 60
                inner_kind = "shell"
                command = "true"
                """;
        Configuration loaded = load(Map.of(), toml).orThrow();
        assertThat(loaded.definitions().jobs().get(0).policy().retry().attempts())
                .isEqualTo(3);
        assertThat(((WindowWork) loaded.definitions().jobs().get(1).work()).look())
                .isEqualTo(
                        new WindowWork.Look(Duration.ofHours(1), Duration.ofSeconds(10), false, Duration.ofMinutes(1)));
    }

    @Test
    void a_file_that_is_not_there_is_a_problem() {
        assertThat(new ConfigLoader(Map.of(), Set.of())
                        .load(Path.of("nowhere.toml"))
                        .problems()
                        .toString())
                .contains("nowhere.toml: there is no such file.");
    }

    @Test
    @Timeout(60)
    void ten_thousand_jobs_are_read_in_seconds() {
        StringBuilder toml = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            toml.append("[[jobs]]\nid = \"job-").append(i).append("\"\nschedule = \"H 7 * * *\"\ncommand = \"true\"\n");
        }
        Configuration loaded = load(Map.of(), toml.toString()).orThrow();
        assertThat(loaded.definitions().jobs()).hasSize(10_000);
    }

    @Test
    void any_bytes_are_read_or_refused() {
        Seeds.tries(500, draw -> {
            String text = new String(draw.bytes(255), StandardCharsets.ISO_8859_1);
            load(Map.of(), text).problems();
        });
    }

    @Test
    void a_damaged_file_is_read_or_refused() {
        String text = ExampleFileTest.text();
        Seeds.tries(1_000, draw -> {
            int from = Math.min(draw.between(0, 2_500), text.length());
            int to = Math.min(text.length(), from + draw.between(0, 40));
            load(Map.of(), text.substring(0, from) + draw.text(0, 255) + text.substring(to))
                    .problems();
        });
    }

    private static Checked<Configuration> load(Map<String, String> environment, String toml) {
        return new ConfigLoader(environment, Set.of()).parse("baton.toml", toml);
    }

    @Test
    void a_calendar_has_dates_ranges_and_weekdays() {
        Calendar off = new ConfigLoader(Map.of(), Set.of())
                .parse("baton.toml", """
                        [calendars.off]
                        dates = [2026-12-25]
                        ranges = ["2026-12-30..2027-01-01"]
                        weekdays = ["sat", "sun"]
                        """)
                .orThrow()
                .named()
                .calendars()
                .get("off");
        assertThat(off.dates())
                .containsExactlyInAnyOrder(
                        LocalDate.of(2026, 12, 25),
                        LocalDate.of(2026, 12, 30),
                        LocalDate.of(2026, 12, 31),
                        LocalDate.of(2027, 1, 1));
        assertThat(off.weekdays()).containsExactlyInAnyOrder(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);
    }
}
