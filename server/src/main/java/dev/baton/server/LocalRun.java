package dev.baton.server;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.policy.Limit;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.compile.Compiler;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.StorageSettings;
import dev.baton.server.config.WorkerSettings;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.server.dispatch.LogSink;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import dev.baton.worker.Dispatch.LogEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Runs one execution of a job or workflow from a file, in this process and without a server: the same engine,
 * dispatcher and worker, on a temporary store. No schedule fires. Safe from any thread.
 */
public final class LocalRun implements AutoCloseable {

    private final Path directory;
    private final Storage storage;
    private final Baton baton;
    private final ServerParts parts;
    private final LocalWorker worker;
    private final Execution execution;
    private final Map<RunId, String> jobs = new ConcurrentHashMap<>();

    /**
     * The job or workflow to run.
     *
     * @param configuration the configuration that defines it
     * @param name the job or workflow
     * @param parameters its parameters; missing ones have their defaults
     */
    public record Order(Configuration configuration, String name, Map<String, ?> parameters) {

        /** Copies the parameters. */
        public Order {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * Receives the lines that runs print, with the full name of the job and, in a fan-out, the number of the item. Safe
     * from any thread.
     */
    @FunctionalInterface
    public interface Printed {

        /** Lines of one run, in order. */
        void lines(String job, List<LogEntry> lines);
    }

    /**
     * Triggers the execution, which waits for {@link #start}.
     *
     * @throws dev.baton.error.NoSuchJobException if no job or workflow has that name
     */
    public LocalRun(Order order, Listener listener, Printed printed) {
        this.directory = temporary();
        Configuration configuration = alone(order.configuration(), directory);
        this.storage = Storage.open(
                configuration.storage(), configuration.worker().limits().maxLogBytes());
        LogKeeper log = new LogKeeper(storage.logs());
        LogSink both = (run, attempt, entries) -> {
            log.append(run, attempt, entries);
            printed.lines(job(run), entries);
        };
        Dispatching dispatching = Dispatching.start(
                settings(configuration).store(storage.store()).listen(log).listen(listener),
                configuration.storage().lease(),
                both);
        this.baton = dispatching.baton();
        this.parts = new ServerParts(storage, dispatching);
        Compiler compiler = new Compiler(parts.with(configuration));
        new Catalog(baton, compiler).load(triggered(configuration.definitions()), compiler, true);
        this.worker = new LocalWorker(configuration, dispatching);
        this.execution = baton.trigger(order.name(), order.parameters());
    }

    /** The execution. */
    public Execution execution() {
        return execution;
    }

    /** Starts the execution. */
    public void start() {
        worker.start();
        baton.start();
    }

    /** Stops the engine and the worker, and removes the temporary directory. */
    @Override
    public void close() {
        worker.drain();
        baton.close();
        worker.close();
        parts.close();
        storage.close();
        remove(directory);
    }

    /** The engine knows every run that prints. */
    private String job(RunId run) {
        return jobs.computeIfAbsent(run, this::name);
    }

    private String name(RunId id) {
        Execution owner = baton.execution(id.execution());
        String job = owner.run(id.number()).job();
        boolean isItem = owner.name().equals(Fanout.itemsOf(job));
        return isItem ? job + "[" + id.number() + "]" : job;
    }

    // ---- the configuration, for one process alone

    private static Baton.Builder settings(Configuration configuration) {
        Baton.Builder builder = Baton.builder()
                .lease(configuration.storage().lease())
                .closeGrace(configuration.worker().limits().shutdownGrace());
        for (Map.Entry<String, Limit> queue : configuration.named().queues().entrySet()) {
            builder = builder.limit(queue.getKey(), queue.getValue());
        }
        return builder;
    }

    /**
     * A temporary store, and a worker that serves every queue and has every label, because there is no other worker.
     */
    private static Configuration alone(Configuration configuration, Path directory) {
        StorageSettings storage = configuration.storage();
        WorkerSettings worker = configuration.worker();
        return new Configuration(
                configuration.server(),
                new StorageSettings(
                        new StorageSettings.Database("jdbc:sqlite:" + directory.resolve("run.db"), null, null),
                        storage.poolSize(),
                        storage.lease(),
                        storage.retention()),
                new WorkerSettings(
                        true,
                        worker.capacity(),
                        List.of(),
                        labels(configuration.definitions()),
                        worker.commands(),
                        worker.limits()),
                configuration.named(),
                configuration.definitions());
    }

    private static List<String> labels(Definitions definitions) {
        Stream<PolicySpec> ofJobs = definitions.jobs().stream().map(JobSpec::policy);
        Stream<PolicySpec> ofSteps = definitions.workflows().stream()
                .flatMap(workflow -> workflow.steps().stream())
                .map(step -> step.policy());
        return Stream.concat(ofJobs, ofSteps)
                .flatMap(policy -> policy.demand().labels().stream())
                .distinct()
                .toList();
    }

    /** All definitions, because workflows start one another, but without their schedules. */
    private static List<Entry> triggered(Definitions definitions) {
        List<Entry> entries = new ArrayList<>();
        for (JobSpec job : definitions.jobs()) {
            JobSpec quiet = new JobSpec(
                    job.name(),
                    job.about(),
                    TimingSpec.TRIGGERED,
                    job.work(),
                    job.policy(),
                    job.parameters(),
                    job.notifications());
            entries.add(new JobEntry(quiet, Entry.Source.FILE));
        }
        for (WorkflowSpec workflow : definitions.workflows()) {
            WorkflowSpec quiet = new WorkflowSpec(
                    workflow.name(),
                    workflow.about(),
                    TimingSpec.TRIGGERED,
                    workflow.policy(),
                    workflow.parameters(),
                    workflow.steps(),
                    workflow.notifications());
            entries.add(new WorkflowEntry(quiet, Entry.Source.FILE));
        }
        return entries;
    }

    // ---- the directory

    private static Path temporary() {
        try {
            return Files.createTempDirectory("baton-local-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a temporary directory", e);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what was kept in " + directory + " cannot be removed", e);
        }
    }
}
