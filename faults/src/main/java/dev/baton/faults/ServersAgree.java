package dev.baton.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Many servers are one: whichever is asked, it knows the same workers, has the same log of a run, with each line once,
 * and a drain that one is asked for all know. To be asked when no more harm is done.
 */
record ServersAgree(Fleet fleet) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RUNS = 10;
    private static final String LIVE = "live";

    List<String> violations(Evidence evidence) throws IOException, InterruptedException {
        List<String> violations = new ArrayList<>();
        checkLogs(evidence, violations);
        checkLiveLog(violations);
        checkWorkers(violations);
        checkDrain(violations);
        return violations;
    }

    /** Of runs that were started once: a command prints its name as its first line. */
    private void checkLogs(Evidence evidence, List<String> violations) throws IOException, InterruptedException {
        int checked = 0;
        for (Map.Entry<UUID, Map<String, List<LedgerEntry>>> execution :
                evidence.byRun().entrySet()) {
            List<LedgerEntry> starts =
                    execution.getValue().getOrDefault(ServerScenarios.HAUL + "/drive", List.of()).stream()
                            .filter(LedgerEntry::isStart)
                            .toList();
            if (starts.size() == 1 && checked++ < RUNS) {
                checkLog(starts.get(0), violations);
            }
        }
    }

    /** The log of a run can be followed at every server while it runs, at whichever worker and whoever owns it. */
    private void checkLiveLog(List<String> violations) throws IOException, InterruptedException {
        String execution = fleet.client().submit(Drills.TOLD, LIVE);
        for (Fleet.Place server : fleet.servers()) {
            FleetClient client = fleet.client().at(server.address());
            try {
                Await.until(
                        "the log is live at " + server.process().name(),
                        PATIENCE,
                        () -> client.hasLine("/runs/" + client.run(execution, "work") + "/log", "attempt 1"));
            } catch (AssertionError e) {
                violations.add("ServersAgree: " + e.getMessage() + ": " + e.getCause());
            }
        }
        Word.TOLD.say(fleet.directory(), LIVE);
        Await.until(
                "its end",
                PATIENCE,
                () -> fleet.client()
                        .get("/executions/" + execution)
                        .path("status")
                        .asString()
                        .equals("success"));
    }

    private void checkLog(LedgerEntry start, List<String> violations) throws IOException, InterruptedException {
        String line = start.step() + ", attempt " + start.attempt();
        Map<String, List<String>> byLog = new TreeMap<>();
        for (Fleet.Place server : fleet.servers()) {
            FleetClient client = fleet.client().at(server.address());
            String run = client.run(start.execution().toString(), "drive");
            String log = client.text("/runs/" + run + "/log");
            byLog.computeIfAbsent(log, text -> new ArrayList<>())
                    .add(server.process().name());
            long times = log.lines().filter(line::equals).count();
            if (times != 1) {
                violations.add("ServersAgree: at " + server.process().name() + " the log of " + start + " has its line "
                        + times + " times:\n" + log);
            }
        }
        if (byLog.size() > 1) {
            violations.add("ServersAgree: the log of " + start + " differs from server to server: " + byLog);
        }
    }

    /** The workers that are there, and that none of them has anything left to run. */
    private void checkWorkers(List<String> violations) throws InterruptedException {
        for (Fleet.Place server : fleet.servers()) {
            FleetClient client = fleet.client().at(server.address());
            try {
                Await.until(
                        server.process().name() + " knows all workers, and that they are idle",
                        PATIENCE,
                        () -> names(workers(client)).containsAll(places())
                                && workers(client).stream()
                                        .allMatch(
                                                worker -> worker.path("running").isEmpty()));
            } catch (AssertionError e) {
                violations.add("ServersAgree: " + e.getMessage());
            }
        }
    }

    private Set<String> places() {
        return fleet.workers().stream().map(Fleet.Place::name).collect(Collectors.toSet());
    }

    private static Set<String> names(List<JsonNode> workers) {
        return workers.stream().map(worker -> worker.path("name").asString()).collect(Collectors.toSet());
    }

    private void checkDrain(List<String> violations) throws IOException, InterruptedException {
        List<Fleet.Place> servers = fleet.servers();
        String worker = workers(fleet.client().at(servers.get(0).address()))
                .get(0)
                .path("id")
                .asString();
        fleet.client().at(servers.get(servers.size() - 1).address()).post("/workers/" + worker + "/drain", Map.of());
        for (Fleet.Place server : servers) {
            FleetClient client = fleet.client().at(server.address());
            try {
                Await.until(
                        "the drain is known to " + server.process().name(),
                        PATIENCE,
                        () -> workers(client).stream()
                                .filter(known -> known.path("id").asString().equals(worker))
                                .allMatch(known -> known.path("draining").asBoolean()));
            } catch (AssertionError e) {
                violations.add("ServersAgree: " + e.getMessage());
            }
        }
    }

    private static List<JsonNode> workers(FleetClient client) throws IOException, InterruptedException {
        List<JsonNode> workers = new ArrayList<>();
        client.get("/workers").path("items").forEach(workers::add);
        return workers;
    }
}
