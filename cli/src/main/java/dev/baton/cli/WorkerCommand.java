package dev.baton.cli;

import dev.baton.cli.client.ServerOptions;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.Version;
import dev.baton.worker.MessageRefusedException;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerNotAllowedException;
import dev.baton.worker.WorkerOptions;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.OrdinaryVariables;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.Cidr;
import dev.baton.worker.process.Programs;
import dev.baton.worker.process.RunUser;
import dev.baton.worker.wire.HttpDispatch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code baton worker}: executes runs for a server on this or another host, until it is told to stop. */
@Command(
        name = "worker",
        description = "Execute runs for a server, on this host or another, until it is stopped.",
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton token create --name build-3 --role worker >worker.token",
            "  baton worker --server https://baton.example.com --token-file worker.token",
            "  baton worker --server https://one.example.com,https://two.example.com --token-file worker.token",
            "  BATON_TOKEN=… baton worker --queues images,mail --labels gpu --capacity 8",
            "",
            "SIGTERM and Ctrl-C let running work finish for a while, and hand back what is left. Commands of a worker",
            "that is killed go on; its next start takes them up, if it comes before the server has given them to others."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class WorkerCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final ServerOptions server;

    @Option(names = "--name", paramLabel = "NAME", description = "The name of the worker. Default: the host name.")
    private @Nullable String name;

    @Option(names = "--queues", split = ",", paramLabel = "QUEUE", description = "The queues it serves. Default: all.")
    private List<String> queues = List.of();

    @Option(names = "--labels", split = ",", paramLabel = "LABEL", description = "The labels it offers. Default: none.")
    private List<String> labels = List.of();

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "How many runs it executes at a time. Default: the number of processors, but at least 4.")
    private @Nullable Integer capacity;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long running work may continue after the worker is told to stop. Default: 30s.")
    private Duration grace = Duration.ofSeconds(30);

    @Option(
            names = "--on-stop",
            paramLabel = "WHAT",
            defaultValue = "stop",
            converter = OnStop.Converter.class,
            description = "What becomes of commands that still run when the worker is told to stop: stop them after the"
                    + " grace, or leave them to its next start. One of stop, leave. Default: stop.")
    private OnStop onStop = OnStop.STOP;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the worker keeps its id and its commands, so that its next start takes them up."
                    + " Default: baton/worker under $XDG_STATE_HOME or ~/.local/state, for each name and server.")
    private @Nullable Path dataDir;

    @Option(
            names = "--keep-running",
            paramLabel = "TIME",
            defaultValue = "12h",
            description = "How long running work may go on while no server answers. Default: 12h.")
    private Duration keepRunning = Duration.ofHours(12);

    @Option(
            names = "--allow-hosts",
            split = ",",
            paramLabel = "HOST",
            description = "Private hosts and address ranges that HTTP jobs may connect to.")
    private List<String> allowHosts = List.of();

    @Option(
            names = "--claude",
            split = " ",
            paramLabel = "PROGRAM",
            defaultValue = "claude -p",
            description = "The program that receives prompts. Default: claude -p.")
    private List<String> claude = List.of();

    @Option(
            names = "--env",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Environment variables to pass on to commands, besides ordinary ones such as PATH" + " and HOME.")
    private List<String> passedOn = List.of();

    @Option(
            names = "--user",
            paramLabel = "USER",
            description =
                    "The user that runs commands; requires a worker that runs as root. Default: the worker's user.")
    private @Nullable String user;

    WorkerCommand(Map<String, String> environment) {
        this.environment = environment;
        this.server = new ServerOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        Stopping stopping = Stopping.onSignal();
        List<URI> addresses = server.servers();
        String address = addresses.stream().map(URI::toString).collect(Collectors.joining(" or "));
        WorkerOptions options = options();
        ExecutorService threads = threads();
        String token = token();
        Map<String, String> variables = variables();
        Allowed allowed = allowed();
        Programs programs = new Programs(threads, runUser());
        WorkerHome home = WorkerHome.open(dataDir, environment, options.name(), addresses.get(0), programs);
        home.warning().ifPresent(warning -> spec.commandLine().getErr().println(warning));
        List<Kind> kinds = StandardKinds.of(
                home.launcher(), threads, variables, claude, () -> allowed, StandardKinds.LARGEST_OUTPUT);
        Worker worker = new Worker(home.dispatch(HttpDispatch.toAny(addresses, token)), options, kinds, Set.of());
        home.takeUp(worker).forEach(line -> spec.commandLine().getOut().println(line));
        start(worker, address);
        stopping.by(() -> stop(worker, home));
        spec.commandLine()
                .getOut()
                .println("Worker " + options.name() + " takes runs from " + address + ", "
                        + (options.queues().isEmpty() ? "all queues" : "queues " + String.join(", ", queues)) + ", "
                        + options.capacity() + " at a time. Stop it with Ctrl-C.");
        stopping.await();
        return CommandLine.ExitCode.OK;
    }

    private void stop(Worker worker, WorkerHome home) {
        if (onStop == OnStop.LEAVE) {
            home.leave(worker);
        }
        worker.close(grace);
    }

    /** The variables that commands inherit. */
    private Map<String, String> variables() {
        Map<String, String> given = new HashMap<>();
        for (String variable : passedOn) {
            String value = environment.get(variable);
            if (value == null) {
                throw new ParameterException(spec.commandLine(), "--env: the variable " + variable + " is not set");
            }
            given.put(variable, value);
        }
        return OrdinaryVariables.among(environment, given);
    }

    private RunUser runUser() {
        try {
            return user == null ? RunUser.OWN : RunUser.named(user);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--user: " + e.getMessage(), e);
        }
    }

    private static void start(Worker worker, String address) {
        try {
            worker.start();
        } catch (WorkerNotAllowedException | MessageRefusedException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()));
        } catch (UnknownWorkerException e) {
            throw new CommandFailedException(
                    address + " does not accept workers: is it a Baton server of this version?");
        }
    }

    private String token() {
        return server.token()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "a worker needs a token: give it with --token-file, or as BATON_TOKEN in the environment. An"
                                + " admin creates one with 'baton token create --role worker'."));
    }

    private WorkerOptions options() {
        String called = name != null ? name : environment.getOrDefault("HOSTNAME", "worker");
        WorkerOptions options = WorkerOptions.named(called)
                .withQueues(Set.copyOf(queues))
                .withLabels(Set.copyOf(labels))
                .withKeepRunning(keepRunning);
        if (capacity == null) {
            return options;
        }
        if (capacity < 1) {
            throw new ParameterException(spec.commandLine(), "--capacity: it must be at least 1, not " + capacity);
        }
        return options.withCapacity(capacity);
    }

    private Allowed allowed() {
        Set<String> hosts = new HashSet<>();
        Set<Cidr> ranges = new HashSet<>();
        for (String allowed : allowHosts) {
            if (allowed.contains("/")) {
                ranges.add(range(allowed));
            } else {
                hosts.add(allowed);
            }
        }
        return new Allowed(false, hosts, ranges);
    }

    private Cidr range(String text) {
        try {
            return Cidr.of(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--allow-hosts: " + e.getMessage(), e);
        }
    }

    private static ExecutorService threads() {
        return Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "baton-kind");
            thread.setDaemon(true);
            return thread;
        });
    }
}
