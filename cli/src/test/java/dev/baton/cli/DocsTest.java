package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A command that the docs show with its output prints that. */
class DocsTest {

    private static final Pattern COMMAND = Pattern.compile("```\n\\$ \\./baton ([^\n]*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TestFactory
    Stream<DynamicTest> every_command_in_the_docs_prints_what_they_show() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("CHANGELOG.md"))) {
            root = root.getParent();
        }
        List<DynamicTest> tests = new ArrayList<>();
        List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            Matcher command = COMMAND.matcher(Files.readString(page));
            while (command.find()) {
                String line = command.group(1);
                String output = command.group(2);
                tests.add(DynamicTest.dynamicTest(page.getFileName() + ": " + line, () -> {
                    Cli result = Cli.run(arguments(line));
                    assertThat(result.out() + result.err()).isEqualTo(output);
                }));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests.stream();
    }

    private static String[] arguments(String line) {
        List<String> arguments = new ArrayList<>();
        Matcher argument = ARGUMENT.matcher(line);
        while (argument.find()) {
            arguments.add(argument.group(1) != null ? argument.group(1) : argument.group(2));
        }
        return arguments.toArray(String[]::new);
    }
}
