package dev.baton.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A {@link FaultNode} seen from outside. Safe from any thread. */
final class NodeProcess implements Asked {

    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final NodeSettings settings;
    private final Process process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final Map<String, CompletableFuture<String>> questions = new ConcurrentHashMap<>();
    private final AtomicLong tags = new AtomicLong();

    private NodeProcess(NodeSettings settings, Process process) {
        this.settings = settings;
        this.process = process;
    }

    static NodeProcess start(NodeSettings settings) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // It lives for seconds: that it is there soon matters more than how fast it becomes.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m"));
        command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
        command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=" + NodeLog.TIME_FORMAT);
        command.addAll(settings.toProperties());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FaultNode.class.getName()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(NodeLog.of(settings).toFile())
                    .start();
            NodeProcess node = new NodeProcess(settings, process);
            Processes.endWithDriver(process);
            Thread reader = new Thread(node::read, settings.name() + "-answers");
            reader.setDaemon(true);
            reader.start();
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return settings.name();
    }

    NodeLog log() {
        return new NodeLog(settings.name(), NodeLog.of(settings));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it lives and has said that it is ready. */
    boolean isReady() {
        return isAlive() && ready.isDone();
    }

    int exitCode() {
        return process.exitValue();
    }

    void awaitReady() throws InterruptedException {
        try {
            Await.until(name() + " is ready", LONGEST_START, () -> ready.isDone() || !process.isAlive());
        } catch (AssertionError e) {
            throw new AssertionError(name() + " is not ready after " + LONGEST_START + ":\n" + threads(), e);
        }
    }

    /** A thread dump, for a person who wonders why the node does nothing. */
    private String threads() throws InterruptedException {
        try {
            Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
            Process dump = new ProcessBuilder(jstack.toString(), Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .start();
            String text = new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            dump.waitFor();
            return text;
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Asks for something; the answer fails when the node cannot do it, or dies before it has answered. */
    @Override
    public CompletableFuture<String> ask(String command) {
        String tag = Long.toString(tags.incrementAndGet());
        CompletableFuture<String> answer = new CompletableFuture<>();
        questions.put(tag, answer);
        try {
            OutputStream input = process.getOutputStream();
            synchronized (input) {
                input.write((tag + " " + command + "\n").getBytes(StandardCharsets.UTF_8));
                input.flush();
            }
        } catch (IOException e) {
            answer.completeExceptionally(e);
        }
        if (!process.isAlive()) {
            failQuestions();
        }
        return answer;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            // The process died; what it was asked is answered below.
        }
        failQuestions();
    }

    private void hear(String line) {
        if (line.equals(NodeCommands.READY)) {
            ready.complete(true);
            return;
        }
        String[] words = line.split(" ", 3);
        CompletableFuture<String> question = questions.remove(words[0]);
        if (question != null && words[1].equals(NodeCommands.OK)) {
            question.complete(words[2]);
        } else if (question != null) {
            question.completeExceptionally(new IllegalStateException(name() + ": " + words[2]));
        }
    }

    private void failQuestions() {
        questions.values().forEach(question -> question.completeExceptionally(new IllegalStateException("died")));
    }

    /** As the power going off. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks for a clean stop. */
    void terminate() throws InterruptedException {
        // Not Process.destroy(), which closes the node's input as well: for a node that means that the driver died.
        Processes.signal(process.pid(), "TERM");
    }

    boolean awaitExit(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** As a machine that is suspended. */
    void freeze() throws InterruptedException {
        Processes.signal(process.pid(), "STOP");
    }

    void thaw() throws InterruptedException {
        Processes.signal(process.pid(), "CONT");
    }
}
