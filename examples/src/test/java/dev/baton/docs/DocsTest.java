package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The docs are true: their Java stands in files that are compiled and run, and their links lead somewhere. */
class DocsTest {

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\n(.*?)\n \\* }</pre>", Pattern.DOTALL);
    private static final List<String> COMPILED = List.of(
            "core/src/main/java/dev/baton/Completion.java",
            "core/src/main/java/dev/baton/Deferred.java",
            "core/src/main/java/dev/baton/Dependency.java",
            "core/src/main/java/dev/baton/ExtensionBuilder.java",
            "core/src/main/java/dev/baton/JobStep.java",
            "core/src/main/java/dev/baton/OnFailure.java",
            "core/src/main/java/dev/baton/RunPolicy.java",
            "core/src/main/java/dev/baton/SkipSignal.java",
            "core/src/main/java/dev/baton/Timing.java",
            "core/src/main/java/dev/baton/WorkflowBuilder.java",
            "core/src/main/java/dev/baton/WorkflowPolicy.java",
            "core/src/main/java/dev/baton/error/BatonClosedException.java",
            "core/src/main/java/dev/baton/error/BatonException.java",
            "core/src/main/java/dev/baton/error/CyclicDependencyException.java",
            "core/src/main/java/dev/baton/error/DidYouMean.java",
            "core/src/main/java/dev/baton/error/DuplicateStepException.java",
            "core/src/main/java/dev/baton/error/InvalidNameException.java",
            "core/src/main/java/dev/baton/error/InvalidScheduleException.java",
            "core/src/main/java/dev/baton/error/InvalidStepException.java",
            "core/src/main/java/dev/baton/error/NameTakenException.java",
            "core/src/main/java/dev/baton/error/NoOutputException.java",
            "core/src/main/java/dev/baton/error/NoStepsException.java",
            "core/src/main/java/dev/baton/error/NoSuchExecutionException.java",
            "core/src/main/java/dev/baton/error/NoSuchJobException.java",
            "core/src/main/java/dev/baton/error/NoSuchScheduleException.java",
            "core/src/main/java/dev/baton/error/NotPossibleException.java",
            "core/src/main/java/dev/baton/error/NotRecordedException.java",
            "core/src/main/java/dev/baton/error/SecondFinalStepException.java",
            "core/src/main/java/dev/baton/error/StillRunningException.java",
            "core/src/main/java/dev/baton/error/StoreFailedException.java",
            "core/src/main/java/dev/baton/error/TooManyStepsException.java",
            "core/src/main/java/dev/baton/error/UnknownConditionException.java",
            "core/src/main/java/dev/baton/error/UnknownParentException.java",
            "core/src/main/java/dev/baton/graph/Effects.java",
            "core/src/main/java/dev/baton/graph/IntList.java",
            "core/src/main/java/dev/baton/graph/Plan.java",
            "core/src/main/java/dev/baton/graph/PlanBuilder.java",
            "core/src/main/java/dev/baton/graph/Progress.java",
            "core/src/main/java/dev/baton/schedule/At.java",
            "core/src/main/java/dev/baton/schedule/Cron.java",
            "core/src/main/java/dev/baton/schedule/DayMatch.java",
            "core/src/main/java/dev/baton/schedule/Every.java",
            "core/src/main/java/dev/baton/schedule/Startup.java",
            "core/src/main/java/dev/baton/schedule/Triggered.java",
            "core/src/main/java/dev/baton/spi/CallerTransaction.java",
            "core/src/main/java/dev/baton/spi/ExecutionRecord.java",
            "core/src/main/java/dev/baton/spi/FencedException.java",
            "core/src/main/java/dev/baton/spi/HiddenParameters.java",
            "core/src/main/java/dev/baton/spi/RunPage.java",
            "core/src/main/java/dev/baton/spi/RunRecord.java",
            "core/src/main/java/dev/baton/spi/ScheduleRecord.java",
            "core/src/main/java/dev/baton/spi/ScheduleStore.java",
            "core/src/main/java/dev/baton/spi/Store.java",
            "core/src/main/java/dev/baton/spi/StoreUnavailableException.java",
            "core/src/main/java/dev/baton/spi/Time.java",
            "core/src/main/java/dev/baton/spi/Worker.java",
            "jdbc/src/main/java/dev/baton/jdbc/Dialect.java",
            "jdbc/src/main/java/dev/baton/jdbc/FileIdentity.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryEnds.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryExecutions.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryPage.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryQueue.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryRange.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryRun.java",
            "jdbc/src/main/java/dev/baton/jdbc/HistoryRuns.java",
            "jdbc/src/main/java/dev/baton/jdbc/JdbcTransaction.java",
            "jdbc/src/main/java/dev/baton/jdbc/Migrations.java",
            "jdbc/src/main/java/dev/baton/jdbc/SqlAction.java",
            "jdbc/src/main/java/dev/baton/jdbc/StoreClosedException.java",
            "jdbc/src/main/java/dev/baton/jdbc/StoreException.java",
            "testkit/src/main/java/dev/baton/test/Assumption.java",
            "testkit/src/main/java/dev/baton/test/BatonAssertions.java",
            "testkit/src/main/java/dev/baton/test/BatonExtension.java",
            "testkit/src/main/java/dev/baton/test/ExecutionAssert.java",
            "testkit/src/main/java/dev/baton/test/FakeClock.java",
            "testkit/src/main/java/dev/baton/test/MortalStore.java",
            "testkit/src/main/java/dev/baton/test/StoreUnderTest.java",
            "worker/src/main/java/dev/baton/worker/Assignment.java",
            "worker/src/main/java/dev/baton/worker/Command.java",
            "worker/src/main/java/dev/baton/worker/Dispatch.java",
            "worker/src/main/java/dev/baton/worker/DispatchUnavailableException.java",
            "worker/src/main/java/dev/baton/worker/Handler.java",
            "worker/src/main/java/dev/baton/worker/HandlerContext.java",
            "worker/src/main/java/dev/baton/worker/Handlers.java",
            "worker/src/main/java/dev/baton/worker/ItemResult.java",
            "worker/src/main/java/dev/baton/worker/LeaseLostException.java",
            "worker/src/main/java/dev/baton/worker/MessageRefusedException.java",
            "worker/src/main/java/dev/baton/worker/ReturningDispatch.java",
            "worker/src/main/java/dev/baton/worker/UnknownWorkerException.java",
            "worker/src/main/java/dev/baton/worker/Worker.java",
            "worker/src/main/java/dev/baton/worker/WorkerFiles.java",
            "worker/src/main/java/dev/baton/worker/WorkerNotAllowedException.java",
            "worker/src/main/java/dev/baton/worker/WorkerOptions.java",
            "worker/src/main/java/dev/baton/worker/kind/HandlerKind.java",
            "worker/src/main/java/dev/baton/worker/kind/Kind.java",
            "worker/src/main/java/dev/baton/worker/kind/Launcher.java",
            "worker/src/main/java/dev/baton/worker/kind/LeftBehind.java",
            "worker/src/main/java/dev/baton/worker/kind/OrdinaryVariables.java",
            "worker/src/main/java/dev/baton/worker/kind/RunIo.java",
            "worker/src/main/java/dev/baton/worker/kind/Spools.java",
            "worker/src/main/java/dev/baton/worker/kind/StandardKinds.java",
            "worker/src/main/java/dev/baton/worker/log/Masker.java",
            "worker/src/main/java/dev/baton/worker/log/RunLog.java",
            "worker/src/main/java/dev/baton/worker/net/AddressGuard.java",
            "worker/src/main/java/dev/baton/worker/net/AddressRefusedException.java",
            "worker/src/main/java/dev/baton/worker/net/Allowed.java",
            "worker/src/main/java/dev/baton/worker/net/Cidr.java",
            "worker/src/main/java/dev/baton/worker/net/GuardedHttp.java",
            "worker/src/main/java/dev/baton/worker/net/HttpAnswer.java",
            "worker/src/main/java/dev/baton/worker/net/HttpCall.java",
            "worker/src/main/java/dev/baton/worker/net/Resolver.java",
            "worker/src/main/java/dev/baton/worker/process/Program.java",
            "worker/src/main/java/dev/baton/worker/process/Programs.java",
            "worker/src/main/java/dev/baton/worker/process/RunUser.java",
            "worker/src/main/java/dev/baton/worker/process/Spool.java",
            "worker/src/main/java/dev/baton/worker/process/SpooledPrograms.java",
            "worker/src/main/java/dev/baton/worker/wire/Durations.java",
            "worker/src/main/java/dev/baton/worker/wire/HttpDispatch.java",
            "worker/src/main/java/dev/baton/worker/wire/JsonMappers.java",
            "worker/src/main/java/dev/baton/worker/wire/Messages.java",
            "worker/src/main/java/dev/baton/worker/wire/WireFormat.java");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("CHANGELOG.md"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(root());
                Stream<Path> docs = Files.walk(root().resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    @TestFactory
    Stream<DynamicTest> every_java_snippet_is_compiled_and_run() throws IOException {
        String sources;
        try (Stream<Path> examples = Files.walk(root().resolve("examples/src"));
                Stream<Path> frameworks = Files.walk(root().resolve("examples/frameworks"));
                Stream<Path> spring = Files.walk(root().resolve("spring/example/src"))) {
            sources = Stream.of(examples, frameworks, spring)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(DocsTest::read)
                    .map(DocsTest::withoutLayout)
                    .collect(Collectors.joining("\n"));
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            Matcher snippet = JAVA.matcher(read(page));
            for (int i = 1; snippet.find(); i++) {
                String java = snippet.group(1);
                tests.add(DynamicTest.dynamicTest(
                        page.getFileName() + " #" + i,
                        () -> assertThat(sources)
                                .as(
                                        "a file below examples/src, examples/frameworks or spring/example/src that holds\n%s",
                                        java)
                                .contains(withoutLayout(java))));
            }
        }
        assertThat(tests).hasSizeGreaterThan(15);
        return tests.stream();
    }

    /** Types whose examples are compiled; those of other types are read by people alone. */
    @TestFactory
    Stream<DynamicTest> examples_in_javadoc_are_compiled() {
        String sources = Stream.of("JavadocExamples", "ErrorExamples", "StoreExamples", "WorkerExamples")
                .map(name ->
                        withoutLayout(read(root().resolve("examples/src/test/java/dev/baton/docs/" + name + ".java"))))
                .collect(Collectors.joining("\n"));
        return COMPILED.stream()
                .map(type -> DynamicTest.dynamicTest(type, () -> {
                    Matcher example = EXAMPLE.matcher(read(root().resolve(type)));
                    assertThat(example.find()).isTrue();
                    String java = example.group(1).replaceAll("(?m)^ \\* ?", "");
                    assertThat(sources).contains(withoutLayout(java));
                }));
    }

    @Test
    void the_page_of_imports_has_every_class_of_a_snippet() throws IOException {
        Path page = root().resolve("docs/reference/imports.md");
        String written = ImportsPage.write(root(), pages());
        if (Boolean.getBoolean("docs.record")) {
            Files.writeString(page, written);
        }
        assertThat(read(page)).isEqualTo(written);
    }

    @Test
    void every_dependency_that_a_page_shows_is_a_module_of_this_version() throws IOException {
        String poms;
        try (Stream<Path> files = Files.walk(root(), 3)) {
            poms = files.filter(file -> file.endsWith("pom.xml"))
                    .map(DocsTest::read)
                    .collect(Collectors.joining());
        }
        String version = read(root().resolve("pom.xml")).replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
        Pattern dependency = Pattern.compile(
                "<groupId>dev.baton</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*(?:<version>([^<]+)</version>)?");
        int found = 0;
        for (Path page : pages()) {
            Matcher shown = dependency.matcher(read(page));
            while (shown.find()) {
                assertThat(poms).contains("<artifactId>" + shown.group(1) + "</artifactId>");
                if (shown.group(2) != null) {
                    assertThat(shown.group(2)).as(page.toString()).isEqualTo(version);
                }
                found++;
            }
        }
        assertThat(found).isGreaterThan(2);
    }

    /** A message stands in the code as texts between values; the page has an ellipsis for each value. */
    @Test
    void every_message_that_troubleshooting_explains_is_one_of_batons() throws IOException {
        StringBuilder code = new StringBuilder();
        for (String module : List.of("core", "jdbc", "worker", "server", "cli", "dist")) {
            try (Stream<Path> files = Files.walk(root().resolve(module).resolve("src/main"))) {
                files.filter(file -> file.toString().matches(".*\\.(java|sh)"))
                        .map(DocsTest::read)
                        .forEach(code::append);
            }
        }
        // Texts that are broken over lines are one text.
        String texts = code.toString()
                .replaceAll("\"\\s*\\+\\s*\"", "")
                .replace("\\\"", "\"")
                .replaceAll("%s|%d|%,d|\\$[A-Z_]+", "…");
        Matcher message =
                Pattern.compile("(?m)^\\| `([^`]+)` \\|").matcher(read(root().resolve("docs/troubleshooting.md")));
        int found = 0;
        while (message.find()) {
            for (String part : message.group(1).split("…|17|126|127|Address already in use", -1)) {
                if (!part.isBlank()) {
                    assertThat(texts).as("the message %s", message.group(1)).contains(part.strip());
                }
            }
            found++;
        }
        assertThat(found).isGreaterThan(10);
    }

    @Test
    void every_link_to_a_file_leads_to_one() throws IOException {
        for (Path page : pages()) {
            Matcher link = LINK.matcher(read(page));
            while (link.find()) {
                Path target = page.resolveSibling(link.group(1));
                assertThat(target).as("linked from %s", page.getFileName()).exists();
                String fragment = link.group(2);
                if (fragment != null && target.toString().endsWith(".md")) {
                    assertThat(anchors(target))
                            .as("headings of %s, linked from %s", link.group(1), page.getFileName())
                            .contains(fragment.substring(1));
                }
            }
        }
    }

    @Test
    void every_page_of_the_book_is_in_its_index() throws IOException {
        Path docs = root().resolve("docs");
        String index = read(docs.resolve("README.md")) + read(docs.resolve("decisions/README.md"));
        for (Path page : pages()) {
            if (page.startsWith(docs) && !page.endsWith("README.md")) {
                assertThat(index).contains(page.getFileName().toString());
            }
        }
    }

    /** The ids that GitHub and the site give to the headings of a page. */
    private static List<String> anchors(Path page) {
        return read(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /** The formatter breaks lines as it likes; what is compared is the code. */
    private static String withoutLayout(String java) {
        return java.replaceAll("\\s+", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
