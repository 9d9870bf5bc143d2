package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Fanout;
import dev.baton.Join;
import dev.baton.policy.Retry;
import dev.baton.server.kind.CommandWork;
import dev.baton.server.kind.FanoutWork;
import dev.baton.server.kind.Items;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.WorkflowSpec;
import dev.baton.worker.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExampleFileTest {

    private final Configuration example =
            new ConfigLoader(Map.of(), Set.of()).parse("baton.toml", text()).orThrow();

    static String text() {
        try (InputStream file = ExampleFileTest.class.getResourceAsStream("example.toml")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_server_listens_where_the_file_says() {
        assertThat(example.server().address().port()).isEqualTo(7070);
    }

    @Test
    void without_a_url_the_database_is_a_file_in_the_data_directory() {
        assertThat(example.storage().database().url()).isEqualTo("jdbc:sqlite:baton-data/baton.db");
    }

    @Test
    void a_text_is_a_shell_command_with_its_policies() {
        JobSpec job = job("subdomain-monitor");
        assertThat(((Command.Shell) ((CommandWork) job.work()).command()).line())
                .isEqualTo("./monitor.sh");
        assertThat(job.policy().retry())
                .isEqualTo(Retry.fixed(3, Duration.ofSeconds(10)).withBackoff(2.0));
        assertThat(job.policy().limits().attempt()).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void a_table_with_a_url_is_a_request() {
        Command.Http request = (Command.Http) ((CommandWork) job("h1-sweep").work()).command();
        assertThat(request.url()).isEqualTo("https://sweep.example.com/run");
        assertThat(request.expectStatus()).containsExactly(202);
    }

    @Test
    void a_window_looks_at_jobs_with_schedules_of_their_own() {
        WindowWork window = (WindowWork) job("daily-digest").work();
        assertThat(window.dependsOn()).containsExactly("subdomain-monitor", "nuclei-scan", "h1-sweep");
        assertThat(window.look().window()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void a_fan_out_has_a_reducer() {
        FanoutWork fanout = (FanoutWork) job("scan-targets").work();
        assertThat(fanout.items()).isEqualTo(new Items.FromUri("file:///etc/baton/targets.txt"));
        assertThat(fanout.limits()).isEqualTo(new FanoutWork.Limits(4, Duration.ofMinutes(30), 0.1, 10_000));
        assertThat(Objects.requireNonNull(fanout.reducer()).runOn()).isEqualTo(Fanout.RunOn.SUCCESS);
    }

    @Test
    void a_workflow_has_steps_and_a_final_one() {
        WorkflowSpec etl = example.definitions().workflows().get(0);
        assertThat(etl.timing().clock().timezone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(etl.steps().stream().map(step -> step.name()).toList())
                .isEqualTo(List.of("extract", "transform", "alert", "cleanup"));
        assertThat(etl.steps().get(2).place().join()).isEqualTo(Join.any());
        assertThat(etl.steps().get(3).place().last()).isTrue();
    }

    private JobSpec job(String name) {
        return example.definitions().jobs().stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
