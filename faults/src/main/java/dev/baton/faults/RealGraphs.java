package dev.baton.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Some graphs recorded in production, small enough to be run often. */
final class RealGraphs {

    private static final Path FILE = Path.of("shared", "data", "real_workflows.json");
    private static final int MOST = 4;
    private static final int LARGEST = 60;

    private RealGraphs() {}

    /** None when the file is not beside the project. */
    static List<Scenario> some() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.exists(directory.resolve(FILE))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            System.err.println("SKIPPED: " + FILE + " is not above this directory; no recorded workflow is run");
            return List.of();
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (JsonNode workflow :
                JsonMapper.shared().readTree(directory.resolve(FILE).toFile()).get("workflows")) {
            if (scenarios.size() < MOST && workflow.get("tasks").size() <= LARGEST) {
                scenarios.add(scenario("real-" + scenarios.size(), workflow.get("tasks")));
            }
        }
        return scenarios;
    }

    private static Scenario scenario(String name, JsonNode tasks) {
        Scenario.Workflow workflow = Scenario.workflow(name);
        boolean[] added = new boolean[tasks.size()];
        int left = tasks.size();
        // Parents may stand behind their children in the file: go over it until all are in.
        while (left > 0) {
            for (int i = 0; i < added.length; i++) {
                List<String> parents = new ArrayList<>();
                boolean parentsAdded = true;
                for (JsonNode parent : tasks.get(i).get(2)) {
                    parents.add("t" + parent.asInt());
                    parentsAdded &= added[parent.asInt()];
                }
                if (!added[i] && parentsAdded) {
                    workflow.step("t" + i, Behaviour.succeeds().taking(0, 20), parents.toArray(String[]::new));
                    added[i] = true;
                    left--;
                }
            }
        }
        return workflow.end();
    }
}
