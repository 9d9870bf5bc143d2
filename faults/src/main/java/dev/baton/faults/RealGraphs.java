package dev.baton.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Graphs recorded in production: of each application one that is small enough to be run often. */
final class RealGraphs {

    private static final Path FILE = Path.of("shared", "data", "real_workflows.json");
    private static final String PREFIX = "real-";
    private static final int LARGEST = 60;

    private RealGraphs() {}

    static boolean isOne(Recorded.Execution execution) {
        return isOne(execution.name());
    }

    static boolean isOne(String name) {
        return name.startsWith(PREFIX);
    }

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
        Map<String, Scenario> byApplication = new LinkedHashMap<>();
        for (JsonNode workflow :
                JsonMapper.shared().readTree(directory.resolve(FILE).toFile()).get("workflows")) {
            String application = workflow.get("name").asString().split("-", 2)[0];
            if (workflow.get("tasks").size() <= LARGEST) {
                byApplication.computeIfAbsent(application, name -> scenario(PREFIX + name, workflow.get("tasks")));
            }
        }
        return List.copyOf(byApplication.values());
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
