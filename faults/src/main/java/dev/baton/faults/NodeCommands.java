package dev.baton.faults;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.Submission;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The commands of a node. A line is a tag, a command and its arguments; the answer is a line with the tag, then
 * {@code ok} or {@code error}, and what there is to say.
 */
final class NodeCommands {

    static final String READY = "ready";
    static final String OK = "ok";
    static final String ERROR = "error";

    private final Baton baton;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "command");
        thread.setDaemon(true);
        return thread;
    });

    NodeCommands(Baton baton) {
        this.baton = baton;
    }

    /** Does what is asked until the input ends; side by side, since some of it waits for the database. */
    void serve(InputStream input) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                threads.execute(() -> answer(words));
            }
        }
    }

    private void answer(String[] words) {
        String answer;
        try {
            answer = OK + " " + perform(words);
        } catch (RuntimeException e) {
            answer = ERROR + " " + e;
        }
        System.out.println(words[0] + " " + answer.replace('\n', ' '));
    }

    private String perform(String[] words) {
        return switch (words[1]) {
            case "submit" -> submit(words[2], words[3], Long.parseLong(words[4]));
            case "hold" -> {
                execution(words).hold();
                yield "";
            }
            case "release" -> {
                execution(words).release();
                yield "";
            }
            case "cancel" -> execution(words).cancel().toString();
            case "retry" -> {
                execution(words).retry();
                yield "";
            }
            case "mark" -> {
                execution(words).mark(words[3], RunStatus.SUCCESS);
                yield "";
            }
            case "approve" -> {
                execution(words).approve(words[3], "by a test");
                yield "";
            }
            case "reject" -> {
                execution(words).reject(words[3], "by a test");
                yield "";
            }
            case "pause" -> {
                baton.pause(words[2]);
                yield "";
            }
            default -> throw new IllegalArgumentException("no such command: " + words[1]);
        };
    }

    private Execution execution(String[] words) {
        return baton.execution(UUID.fromString(words[2]));
    }

    private String submit(String name, String key, long delayMillis) {
        Submission submission = Submission.of(name).key(key).parameter(Word.KEY, key);
        Execution execution = baton.submit(
                delayMillis == 0
                        ? submission
                        : submission.notBefore(Instant.now().plus(Duration.ofMillis(delayMillis))));
        return execution.id().toString();
    }
}
