package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    @Test
    void no_arguments_are_answered_with_the_usage_as_bad_input() {
        Cli cli = Cli.run();
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).startsWith("Usage: baton").contains("cron", "demo");
    }

    @Test
    void an_unknown_command_is_bad_input_with_a_suggestion() {
        Cli cli = Cli.run("crron");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .isEqualToNormalizingNewlines(
                        "baton: there is no command \"crron\". Did you mean \"cron\"?\nTry 'baton --help'.\n");
    }

    @Test
    void swapped_letters_are_understood() {
        assertThat(Cli.run("corn").err()).contains("Did you mean \"cron\"?");
    }

    @Test
    void a_command_that_is_like_no_other_is_answered_with_all_commands() {
        Cli cli = Cli.run("xyz");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("xyz", "The commands are server, ", "cron, ", "demo.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "worker", "run", "validate", "simulate", "cron", "token", "doctor", "demo"})
    void every_older_command_has_help(String command) {
        Cli cli = Cli.run(command, "--help");
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).startsWith("Usage: baton " + command);
    }

    @Test
    void help_and_version_are_understood_without_dashes() {
        assertThat(Main.meant(new String[] {"version"})).containsExactly("--version");
        assertThat(Main.meant(new String[] {"help"})).containsExactly("--help");
        assertThat(Main.meant(new String[] {"help", "jobs", "show"})).containsExactly("jobs", "show", "--help");
        assertThat(Main.meant(new String[] {"jobs", "help"})).containsExactly("jobs", "help");
        assertThat(Main.meant(new String[0])).isEmpty();
    }

    @Test
    void help_and_version_are_no_mistakes() {
        assertThat(Cli.run("--help").code()).isZero();
        assertThat(Cli.run("--version").out()).startsWith("baton ");
    }
}
