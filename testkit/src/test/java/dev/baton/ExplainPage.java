package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The guide's page about explanations, whose answers are made by tests: each stands behind a comment with its name. With
 * {@code -Dbaton.docs.rewrite=true} a test writes its answer into the page instead of comparing the two.
 */
public final class ExplainPage {

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
    private static final Instant FIRST = Instant.parse("2026-01-01T08:00:00Z");
    private static final Path PAGE = Path.of("../docs/guide/explain.md");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");

    private ExplainPage() {}

    /** Compares what the page says under a name with what the engine says now. */
    static void says(String name, Explanation told) {
        says(name, told.text());
    }

    /** The same where the clock is the real one. */
    public static void saysByTheClock(String name, String told) {
        says(name, withoutTimes(told));
    }

    private static synchronized void says(String name, String told) {
        String text = withoutIds(told);
        if (Boolean.getBoolean("baton.docs.rewrite")) {
            rewrite(name, text);
        } else {
            assertThat(find(name, read()).group(2))
                    .as("the answer %s of docs/guide/explain.md", name)
                    .isEqualTo(text);
        }
    }

    private static Matcher find(String name, String page) {
        Pattern block = Pattern.compile(
                "(<!-- answer: " + Pattern.quote(name) + " -->\n```text\n)(.*?)(\n```)", Pattern.DOTALL);
        Matcher found = block.matcher(page);
        assertThat(found.find())
                .as("docs/guide/explain.md has an answer %s", name)
                .isTrue();
        return found;
    }

    /** Tests of other classes run in other processes, and write as well. */
    private static void rewrite(String name, String text) {
        try (FileChannel page = FileChannel.open(PAGE, StandardOpenOption.WRITE);
                FileLock lock = page.lock()) {
            assertThat(lock.isValid()).isTrue();
            Matcher found = find(name, read());
            Files.writeString(
                    PAGE, found.replaceFirst(Matcher.quoteReplacement(found.group(1) + text + found.group(3))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ids differ from run to run: the page has made-up ones. */
    static String withoutIds(String text) {
        Map<String, String> names = new LinkedHashMap<>();
        return ID.matcher(text)
                .replaceAll(id -> names.computeIfAbsent(
                        id.group(), known -> "019a8c4e-5d00-7000-8000-%012d".formatted(names.size() + 1)));
    }

    /**
     * Times differ as well: the page has others, a minute apart, in the order in which the answer names them. Two that
     * were a moment apart may be the same second or not, so equal times are not made equal.
     */
    private static String withoutTimes(String text) {
        String durations = text.replaceAll("usually takes [0-9a-z.]*[0-9a-z]", "usually takes 2m5s");
        AtomicInteger minute = new AtomicInteger();
        return TIME.matcher(durations)
                .replaceAll(time ->
                        FIRST.plus(Duration.ofMinutes(minute.getAndIncrement())).toString());
    }

    private static String read() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
