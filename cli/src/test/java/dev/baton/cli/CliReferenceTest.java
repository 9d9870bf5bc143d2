package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** Compares the reference with the help of the commands; with -Ddocs.record=true the test writes it. */
class CliReferenceTest {

    @Test
    void the_reference_says_what_the_commands_say() throws IOException {
        Path page = Path.of("../docs/reference/cli.md");
        if (Boolean.getBoolean("docs.record")) {
            Files.writeString(page, CliReference.write());
        }
        assertThat(CliReference.write()).isEqualTo(Files.readString(page));
    }

    @TestFactory
    Stream<DynamicTest> every_command_has_help_and_examples() {
        CommandLine baton =
                Main.commandLine(new Surroundings(Clock.systemUTC(), Terminal.none(StandardCharsets.UTF_8), Map.of()));
        return baton.getSubcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(command -> DynamicTest.dynamicTest(command.getKey(), () -> {
                    Cli help = Cli.run(command.getKey(), "--help");
                    assertThat(help.code()).isZero();
                    assertThat(help.out()).startsWith("Usage: baton " + command.getKey());
                }));
    }
}
