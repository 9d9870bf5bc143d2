package dev.baton.faults;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Harms servers and workers of the one jar while they run commands, then heals everything, and checks what came of it.
 * Harm to servers and the database goes on beside harm to workers; each kind is done at least once.
 */
final class ServerRun {

    private static final Duration LONGEST_END_OF_COMMANDS = Duration.ofSeconds(60);
    /** On a busy machine it takes a while from the answer to a claim to the first word of a command. */
    private static final Duration LONGEST_START_OF_COMMAND = Duration.ofSeconds(10);

    private final Path directory;
    private final DatabaseServer server;
    private final Duration lease;
    private final long seed;
    private final Extent extent;
    private final Chronicle chronicle = new Chronicle();
    private final Submissions submissions = new Submissions();
    private final Scenarios scenarios = ServerScenarios.all();

    ServerRun(Path directory, DatabaseServer server, Duration lease, long seed, Extent extent) {
        this.directory = directory;
        this.server = server;
        this.lease = lease;
        this.seed = seed;
        this.extent = extent;
        chronicle.startsWithin(LONGEST_START_OF_COMMAND);
    }

    /**
     * Goes on for this long, or until every kind of harm was done, if that takes longer.
     *
     * @param pauseMillis how long after an execution the next is asked for, on average
     */
    Report harmFor(Duration time, int pauseMillis) throws Exception {
        PostgresDatabase database = server.create("faults");
        Trail.lay(database);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(EnqueueLoad.TABLE);
        }
        try (Fleet fleet = Fleet.start(directory, database, lease, scenarios, chronicle, extent);
                StallWatch watch = StallWatch.start(chronicle)) {
            chronicle.tell("all are ready");
            List<FleetClient> askable = List.of(fleet.client());
            List<Scenario> wanted = scenarios.all().stream()
                    .filter(scenario -> !Scenarios.TICKS.contains(scenario.name()) && !Drills.isOne(scenario.name()))
                    .toList();
            try (LoadThread submitting = LoadThread.start(
                            new BoundedLoad(
                                    new NodeLoad(() -> askable, wanted, submissions, new Random(seed + 1)),
                                    database,
                                    extent.underWay(),
                                    extent.executions()),
                            pauseMillis,
                            seed);
                    DrillLoad drills = DrillLoad.start(
                            () -> askable,
                            database,
                            fleet.directory(),
                            submissions,
                            new DrillLoad.Choice(scenarios.names(), extent.drills(), seed + 2))) {
                harm(fleet, time);
                chronicle.tell("no more harm");
                submitting.rest();
                drills.rest();
                long healed = Ledger.now();
                new Recovery(database, chronicle, submissions, drills).await(() -> askable);
                long recovered = Ledger.now();
                List<String> left = awaitCommandsEnd(fleet);
                Evidence evidence = Evidence.gather(
                        scenarios, submissions, chronicle, drills.drills(), database, fleet.directory());
                left.addAll(new ServersAgree(fleet).violations(evidence));
                watch.end();
                return report(evidence, fleet, left, (recovered - healed) / 1_000);
            }
        }
    }

    private Report report(Evidence evidence, Fleet fleet, List<String> left, long recovery) {
        List<NodeLog> logs = fleet.all().stream().map(JarProcess::log).toList();
        // On a machine that is busy with other things, how long something takes says nothing.
        List<Check> checks = Check.ofServers().stream()
                .filter(check -> extent.harms() == Extent.Harms.ALL || !(check instanceof ReleasedInTime))
                .toList();
        Report report = Report.of(
                evidence,
                checks,
                logs,
                "seed " + seed + ", " + extent.servers() + " servers and " + extent.workers()
                        + " workers behind a load balancer, " + logs.size() + " processes; all had ended " + recovery
                        + " ms after the last harm");
        List<String> violations = new ArrayList<>(report.violations());
        violations.addAll(left);
        return new Report(report.summary(), violations);
    }

    /** Two at a time: one thread for servers and their database, one for workers. */
    private void harm(Fleet fleet, Duration time) throws Exception {
        FleetHarms toServers = new FleetHarms(fleet, server, chronicle, new Random(seed + 3));
        FleetHarms toWorkers = new FleetHarms(fleet, server, chronicle, new Random(seed + 4));
        System.out.println(extent.leftOut());
        inParallel(
                () -> goOn(toServers.ofServers(extent.harms()), new Random(seed + 5), time),
                () -> goOn(toWorkers.ofWorkers(extent.harms()), new Random(seed + 6), time));
    }

    @SuppressWarnings("NullAway") // a Callable that has nothing to say
    private static Void goOn(List<Harm> harms, Random random, Duration time) throws Exception {
        new Harming(harms, random).goOnFor(time);
        return null;
    }

    private static void inParallel(Callable<Void> one, Callable<Void> other) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Void> done : threads.invokeAll(List.of(one, other))) {
                done.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        } finally {
            threads.shutdownNow();
        }
    }

    /** The processes that are alive although all runs have ended and they had the time to end. */
    private static List<String> awaitCommandsEnd(Fleet fleet) throws InterruptedException {
        List<String> left = new ArrayList<>();
        try {
            Await.until(
                    "no command is alive",
                    LONGEST_END_OF_COMMANDS,
                    () -> fleet.commandsAlive().isEmpty());
        } catch (AssertionError e) {
            left.addAll(fleet.commandsAlive());
        }
        left.replaceAll(process -> "NothingLeft: alive after all had ended: " + process);
        return left;
    }
}
