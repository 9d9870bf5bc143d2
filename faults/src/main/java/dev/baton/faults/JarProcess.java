package dev.baton.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of the one jar, a server or a worker, that can be harmed. Safe from any thread. */
final class JarProcess {

    /** It lives for seconds or minutes: that it is there soon matters more than how fast it becomes. */
    private static final List<String> JAVA_OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m");

    private static final String JAR = "baton.jar";

    private final String name;
    private final Path log;
    private final Process process;

    private JarProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param name names the process, and no other one before or after it
     * @param shared the folder for ledgers and logs
     * @param directory its working directory
     */
    static JarProcess start(String name, Path shared, Path directory, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JAVA_OPTIONS);
        command.addAll(List.of("-jar", jar().toString()));
        command.addAll(arguments);
        Path log = shared.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("FAULTS_DIR", shared.toString());
        builder.environment().put("FAULTS_NODE", name);
        builder.environment().put("HOME", directory.toString());
        try {
            Process process = builder.start();
            Processes.endWithDriver(process);
            return new JarProcess(name, log, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The jar that the module cli makes. */
    private static Path jar() {
        String given = System.getProperty(JAR);
        Path jar = Path.of(given == null ? "../cli/target/" + JAR : given)
                .toAbsolutePath()
                .normalize();
        if (!Files.exists(jar)) {
            throw new IllegalStateException("there is no " + jar + "; mvn -pl cli -am -DskipTests package makes it");
        }
        return jar;
    }

    String name() {
        return name;
    }

    NodeLog log() {
        return new NodeLog(name, log);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** As the power going off, for this process alone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As the power going off, for it and for all that it has started. */
    void killWithDescendants() throws InterruptedException {
        // Frozen first, or it would start more meanwhile.
        freeze();
        List<ProcessHandle> descendants = process.descendants().toList();
        descendants.forEach(ProcessHandle::destroyForcibly);
        kill();
    }

    /** Asks for a clean stop, and waits for the end. */
    boolean terminate(Duration atMost) throws InterruptedException {
        process.destroy();
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** As a machine that is suspended; its commands go on. */
    void freeze() throws InterruptedException {
        Processes.signal(process.pid(), "STOP");
    }

    void thaw() throws InterruptedException {
        Processes.signal(process.pid(), "CONT");
    }
}
