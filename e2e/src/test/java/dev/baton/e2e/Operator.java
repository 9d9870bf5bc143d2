package dev.baton.e2e;

import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Somebody who starts things over the API, and looks what becomes of them. */
record Operator(Api api) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Set<String> ENDED_EXECUTION =
            Set.of("success", "partial", "failure", "timeout", "cancelled", "skipped");

    static Operator of(ServerProcess server) {
        return new Operator(server.api());
    }

    /** Starts a job; returns the execution's id. */
    String startJob(String name, Map<String, Object> parameters) {
        return start("/jobs/" + name, parameters);
    }

    /** Starts a workflow; returns the execution's id. */
    String startWorkflow(String name, Map<String, Object> parameters) {
        return start("/workflows/" + name, parameters);
    }

    private String start(String path, Map<String, Object> parameters) {
        return api.post(path + "/trigger", Map.of("parameters", parameters))
                .expect(201)
                .path("id")
                .stringValue();
    }

    JsonNode execution(String id) {
        return api.get("/executions/" + id).expect(200);
    }

    /** Waits for the end of an execution, and returns its status. */
    String ended(String id) {
        await("the end of execution " + id)
                .atMost(PATIENCE)
                .pollInterval(BETWEEN_LOOKS)
                .until(() -> ENDED_EXECUTION.contains(text(execution(id), "status")));
        return text(execution(id), "status");
    }

    /** The statuses of the runs of an execution by step; by job, when it is of a job. */
    Map<String, String> steps(String id) {
        Map<String, String> statuses = new LinkedHashMap<>();
        for (JsonNode run : all("/runs?execution=" + id)) {
            String job = text(run, "job");
            statuses.put(job.substring(job.indexOf('/') + 1), text(run, "status"));
        }
        return statuses;
    }

    /** Waits until a step of an execution is in a status. */
    void awaitStep(String execution, String step, String status) {
        await(step + " to be " + status)
                .atMost(PATIENCE)
                .pollInterval(BETWEEN_LOOKS)
                .until(() -> status.equals(steps(execution).get(step)));
    }

    /** The id of the only run of a job's execution, or of a step's run. */
    String run(String execution, String step) {
        return all("/runs?execution=" + execution).stream()
                .filter(run -> text(run, "job").equals(step) || text(run, "job").endsWith("/" + step))
                .map(run -> text(run, "id"))
                .findFirst()
                .orElseThrow();
    }

    JsonNode showRun(String id) {
        return api.get("/runs/" + id).expect(200);
    }

    /** The runs for the items of a fan-out, and its reducer. */
    List<JsonNode> children(String run) {
        return all("/runs/" + run + "/children");
    }

    /** All pages of a list. */
    List<JsonNode> all(String path) {
        List<JsonNode> items = new ArrayList<>();
        String page = path + (path.contains("?") ? "&" : "?") + "limit=100";
        String next = page;
        while (!next.isEmpty()) {
            JsonNode listing = api.get(next).expect(200);
            listing.path("items").forEach(items::add);
            String cursor = listing.path("next").asString("");
            next = cursor.isEmpty() ? "" : page + "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
        }
        return items;
    }

    static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
