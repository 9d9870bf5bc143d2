package dev.baton.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Servers behind a load balancer on one PostgreSQL, and workers that know only the load balancer: so many places, in each
 * of which one process after the other lives, on the same port and the same directory. Each place is for one thread at a
 * time.
 */
final class Fleet implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);
    private static final int OK = 200;
    /** The exit code of a program that was stopped by SIGTERM and says so. */
    private static final int TERMINATED = 143;

    /** The file with the addresses that a worker is given. */
    private static final String WAY = "servers";

    /** A place for one process after the other. */
    static final class Place {

        private final Path directory;
        private final int port;
        private JarProcess process;

        private Place(Path directory, int port, JarProcess process) {
            this.directory = directory;
            this.port = port;
            this.process = process;
        }

        JarProcess process() {
            return process;
        }

        /** The name of the place, whichever process is in it. */
        String name() {
            return String.valueOf(directory.getFileName());
        }

        URI address() {
            return URI.create("http://127.0.0.1:" + port);
        }

        Path data() {
            return directory.resolve("data");
        }
    }

    private final Path directory;
    private final PostgresDatabase database;
    private final Duration lease;
    private final Scenarios scenarios;
    private final Chronicle chronicle;
    private final Path script;
    private final List<JarProcess> all = new ArrayList<>();
    private final List<Place> servers = new ArrayList<>();
    private final List<Place> workers = new ArrayList<>();
    private final RoundRobin balancer;
    private final FleetClient client;
    private final Path workerToken;

    private Fleet(
            Path directory,
            PostgresDatabase database,
            Duration lease,
            Scenarios scenarios,
            Chronicle chronicle,
            Extent extent)
            throws IOException, InterruptedException {
        this.directory = directory.toAbsolutePath();
        this.database = database;
        this.lease = lease;
        this.scenarios = scenarios;
        this.chronicle = chronicle;
        chronicle.leases(lease);
        Files.createDirectories(this.directory.resolve("alive"));
        this.script = writeScript();
        try {
            for (int i = 0; i < extent.servers(); i++) {
                servers.add(placeServer(i));
            }
            this.balancer = new RoundRobin(servers.stream().map(Place::address).toList());
            for (Place server : servers) {
                awaitReady(server);
            }
            this.client = new FleetClient(balancer.address(), adminToken());
            this.workerToken = Files.writeString(
                    this.directory.resolve("worker.token"),
                    client.post("/tokens", Map.of("name", "workers", "role", "worker"))
                            .path("secret")
                            .asString());
            for (int i = 0; i < extent.workers(); i++) {
                // One of several knows the servers themselves.
                workers.add(placeWorker(i, i > 0 || extent.workers() == 1));
            }
            for (Place worker : workers) {
                awaitTaking(worker);
            }
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            killAll();
            throw e;
        }
    }

    /** Starts so many servers and so many workers, and waits until all are ready. */
    static Fleet start(
            Path directory,
            PostgresDatabase database,
            Duration lease,
            Scenarios scenarios,
            Chronicle chronicle,
            Extent extent)
            throws IOException, InterruptedException {
        return new Fleet(directory, database, lease, scenarios, chronicle, extent);
    }

    private Path writeScript() throws IOException {
        Path file = directory.resolve("step.sh");
        try (InputStream in = Fleet.class.getResourceAsStream("step.sh")) {
            if (in == null) {
                throw new IllegalStateException("missing on the class path: step.sh");
            }
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    private Place placeServer(int number) throws IOException {
        Path own = Files.createDirectories(directory.resolve("server-" + number));
        int port = PostgresServer.freePort();
        return new Place(own, port, launchServer(own, port));
    }

    private JarProcess launchServer(Path own, int port) {
        String name = nextName("server");
        Path file = own.resolve("baton.toml");
        try {
            // Its connections carry its name: the trail tells by it who wrote what.
            String url = database.address() + "&ApplicationName=" + name;
            Files.writeString(file, ServerFile.of(scenarios, url, lease, script));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return launch(
                name,
                own,
                List.of("server", "--config", file.toString(), "--port", "" + port, "--data-dir", own + "/data"));
    }

    private Place placeWorker(int number, boolean balanced) throws IOException {
        Path own = Files.createDirectories(directory.resolve("worker-" + number));
        String way = balanced
                ? balancer.address().toString()
                : servers.stream().map(server -> server.address().toString()).collect(Collectors.joining(","));
        Files.writeString(own.resolve(WAY), way);
        return new Place(own, 0, launchWorker(own));
    }

    private JarProcess launchWorker(Path own) {
        String name = nextName("worker");
        String way;
        try {
            way = Files.readString(own.resolve(WAY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return launch(
                name,
                own,
                List.of(
                        "worker",
                        "--server",
                        way,
                        "--token-file",
                        workerToken.toString(),
                        "--name",
                        String.valueOf(own.getFileName()),
                        "--queues",
                        ServerFile.FAR,
                        "--capacity",
                        "4",
                        "--grace",
                        "1s",
                        "--env",
                        "FAULTS_DIR,FAULTS_NODE"));
    }

    private synchronized JarProcess launch(String name, Path own, List<String> arguments) {
        JarProcess process = JarProcess.start(name, directory, own, arguments);
        all.add(process);
        return process;
    }

    private synchronized String nextName(String kind) {
        return kind
                + (1
                        + all.stream()
                                .filter(known -> known.name().startsWith(kind))
                                .count());
    }

    /** Whichever server came first made the token; all know it. */
    private String adminToken() throws IOException {
        for (Place server : servers) {
            Path file = server.data().resolve("admin.token");
            if (Files.exists(file)) {
                return Files.readString(file).strip();
            }
        }
        throw new IllegalStateException("no server has made an admin's token");
    }

    private void awaitReady(Place server) throws InterruptedException {
        JarProcess process = server.process;
        FleetClient itself = new FleetClient(server.address(), "");
        Await.until(
                process.name() + " is ready",
                LONGEST_START,
                () -> !process.isAlive() || itself.status("/readyz") == OK);
        if (!process.isAlive()) {
            throw new AssertionError(
                    process.name() + " did not start:\n" + process.log().tail());
        }
        chronicle.started(process.name());
    }

    private static void awaitTaking(Place worker) throws InterruptedException {
        JarProcess process = worker.process;
        Await.until(
                process.name() + " takes runs",
                LONGEST_START,
                () -> !process.isAlive()
                        || !process.log().lines("takes runs from").isEmpty());
        if (!process.isAlive()) {
            throw new AssertionError(
                    process.name() + " did not start:\n" + process.log().tail());
        }
    }

    /** Where ledgers, logs and the words of the driver are. */
    Path directory() {
        return directory;
    }

    Duration lease() {
        return lease;
    }

    /** Through the load balancer. */
    FleetClient client() {
        return client;
    }

    List<Place> servers() {
        return List.copyOf(servers);
    }

    List<Place> workers() {
        return List.copyOf(workers);
    }

    synchronized List<JarProcess> all() {
        return List.copyOf(all);
    }

    boolean isServer(Place place) {
        return servers.contains(place);
    }

    /** SIGKILL. */
    void kill(Place place, boolean withDescendants) throws InterruptedException {
        JarProcess process = place.process;
        chronicle.tell("SIGKILL " + process.name() + (withDescendants ? " and all it runs" : ""));
        chronicle.leaves(process.name());
        if (withDescendants) {
            process.killWithDescendants();
        } else {
            process.kill();
        }
        chronicle.died(process.name());
    }

    /** SIGTERM, and what it should do then. */
    void stop(Place place) throws InterruptedException {
        JarProcess process = place.process;
        chronicle.tell("SIGTERM " + process.name());
        chronicle.leaves(process.name());
        if (!process.terminate(LONGEST_STOP)) {
            throw new AssertionError(process.name() + " was told to stop, and has not after " + LONGEST_STOP + ":\n"
                    + process.log().tail());
        }
        chronicle.died(process.name());
        chronicle.tell(process.name() + " has stopped");
        if (process.exitCode() != 0 && process.exitCode() != TERMINATED) {
            throw new AssertionError(process.name() + " was told to stop, and exited with " + process.exitCode() + ":\n"
                    + process.log().tail());
        }
    }

    /** Starts the next process in a place, and waits until it is ready. */
    void startAgain(Place place) throws InterruptedException {
        if (isServer(place)) {
            place.process = launchServer(place.directory, place.port);
            awaitReady(place);
        } else {
            place.process = launchWorker(place.directory);
            awaitTaking(place);
        }
        chronicle.tell(place.process.name() + " is there");
    }

    /** SIGSTOP, and SIGCONT after a while. */
    void freeze(Place place, Duration time) throws InterruptedException {
        JarProcess process = place.process;
        long from = Ledger.now();
        chronicle.tell("SIGSTOP " + process.name());
        process.freeze();
        try {
            Thread.sleep(time.toMillis());
        } finally {
            process.thaw();
            chronicle.tell("SIGCONT " + process.name());
            // It takes a moment to find out what happened meanwhile.
            chronicle.trouble(process.name(), from, Ledger.now() + lease.toNanos() / 1_000);
        }
    }

    /** Commands of this run that are alive. */
    List<String> commandsAlive() {
        return Processes.withVariable("FAULTS_DIR=" + directory).stream()
                .filter(pid -> Processes.hasVariable(pid, "BATON_RUN_ID="))
                .map(Processes::describe)
                .toList();
    }

    private void killAll() {
        for (JarProcess process : all()) {
            try {
                if (process.isAlive()) {
                    process.killWithDescendants();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        Processes.withVariable("FAULTS_DIR=" + directory)
                .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    @Override
    public void close() {
        killAll();
        balancer.close();
    }
}
