package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Terminal;
import dev.baton.server.config.ConfigLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the commands in the docs, and compares their output. */
class DocsTest {

    private static final Pattern COMMAND = Pattern.compile("```\n\\$ \\./baton ([^\n]*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TOML = Pattern.compile("```toml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern BATON = Pattern.compile("(?:^|\\s|\\()(?:\\./)?baton ([a-z-]+(?: [^|<>&;)]*)?)");
    private static final Pattern ELSEWHERE = Pattern.compile(
            "there is no (job|workflow|queue|step|notification|data ?source|secret)|does not exist|has no steps|is not defined");
    private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TestFactory
    Stream<DynamicTest> every_command_in_the_docs_prints_what_they_show() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
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

    private static List<Path> pages() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("CHANGELOG.md"))) {
            root = root.getParent();
        }
        List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    /** The shell commands of the docs, without comments; what is not Baton's is left alone. */
    @TestFactory
    Stream<DynamicTest> every_command_line_in_the_docs_has_options_that_exist() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            Matcher block = SHELL.matcher(Files.readString(page));
            while (block.find()) {
                for (String line : block.group(1).split("\n", -1)) {
                    Matcher command = BATON.matcher(line.replaceAll("\\s+#.*|^#.*", ""));
                    if (command.find()) {
                        String[] words = arguments(command.group(1));
                        tests.add(DynamicTest.dynamicTest(page.getFileName() + ": " + line, () -> parse(words)));
                    }
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(50);
        return tests.stream();
    }

    private static void parse(String[] words) {
        Surroundings here = new Surroundings(Clock.systemUTC(), Terminal.none(StandardCharsets.UTF_8), Map.of());
        Main.commandLine(here, words).parseArgs(words);
    }

    /**
     * Blocks of TOML are whole files, or parts of one: keys of a job or a step, or steps of a workflow. What they refer to may
     * be elsewhere; everything else must be right.
     */
    @TestFactory
    Stream<DynamicTest> every_toml_block_in_the_docs_is_valid() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            Matcher block = TOML.matcher(Files.readString(page));
            for (int i = 1; block.find(); i++) {
                String toml = block.group(1);
                // The file of another program, before it is imported.
                if (!page.endsWith("cronlord.md")) {
                    tests.add(DynamicTest.dynamicTest(page.getFileName() + " #" + i, () -> validate(toml)));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(30);
        return tests.stream();
    }

    private static void validate(String toml) {
        String whole = toml;
        if (!toml.contains("[")) {
            whole = "[[workflows]]\nid = \"w\"\n[[workflows.steps]]\nid = \"extract\"\ncommand = \"true\"\n"
                    + "[[workflows.steps]]\nid = \"s\"\nafter = [\"extract\"]\n" + toml
                    + (toml.contains("command") ? "" : "\ncommand = \"true\"\n");
        } else if (toml.startsWith("[[workflows.steps]]")) {
            whole = "[[workflows]]\nid = \"w\"\n" + toml;
        }
        Map<String, String> environment = Map.of("BATON_DB_PASSWORD", "x", "DB_PASSWORD", "x", "JAVA_HOME", "/java");
        List<String> wrong = new ConfigLoader(environment, Set.of())
                .parse("docs", whole).problems().stream()
                        .map(Object::toString)
                        .filter(problem -> !ELSEWHERE.matcher(problem).find())
                        .toList();
        assertThat(wrong).as(whole).isEmpty();
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
