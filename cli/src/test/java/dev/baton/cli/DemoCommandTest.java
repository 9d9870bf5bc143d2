package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

    @Test
    void the_demo_succeeds_with_one_line_for_each_event() {
        Cli cli = Cli.run("demo", "--fast");
        assertThat(cli.code()).isZero();
        assertThat(cli.err()).isEmpty();
        List<String> lines = cli.out().lines().toList();
        assertThat(lines.get(0)).contains("etl started");
        assertThat(cli.out())
                .contains("rates      attempt 1 failed, another will follow: connection reset")
                .contains("rates      started, attempt 2")
                .contains("archive    skipped: the parameter \"archive\" is false")
                .contains("cleanup    success");
        assertThat(lines.get(lines.size() - 2)).endsWith("etl ended: success");
        assertThat(lines.get(lines.size() - 1)).matches("etl succeeded in .*: 7 success, 2 skipped");
    }

    @Test
    void a_step_that_is_made_to_fail_fails_the_demo_and_is_explained() {
        Cli cli = Cli.run("demo", "--fast", "--plain", "--fail", "clean");
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("clean      failure", "merge      skipped: clean failed", "alert      success")
                .contains("cleanup    success", "etl failed after")
                .contains("clean failed on attempt 1 of 1: made to fail with --fail clean.");
    }

    @Test
    void a_step_with_retries_that_is_made_to_fail_fails_for_good() {
        Cli cli = Cli.run("demo", "--fast", "--fail", "rates");
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("rates failed on attempt 3 of 3: made to fail with --fail rates.");
    }

    @Test
    void an_unknown_step_is_bad_input_with_the_steps_there_are() {
        Cli cli = Cli.run("demo", "--fail", "claen");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("no step \"claen\"", "orders", "Did you mean \"clean\"?");
    }
}
