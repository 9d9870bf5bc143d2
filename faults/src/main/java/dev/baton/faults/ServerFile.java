package dev.baton.faults;

import dev.baton.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes scenarios down as the file of a server: every body is a command that writes to the ledger. */
final class ServerFile {

    /** The queue of the servers' own workers. */
    static final String NEAR = "near";

    /** The queue of the workers in processes of their own. */
    static final String FAR = "far";

    /** Enough for a body whose worker is killed again and again. */
    private static final int MOST_ATTEMPTS = 50;

    private static final Map<String, String> OF_JOBS = Map.of(
            Scenarios.LIMITED, "limit = " + Scenarios.LIMIT,
            Scenarios.EXCLUSIVE, "overlap = \"skip\"",
            Scenarios.TICK_ALL, tick("run-all"),
            Scenarios.TICK_ONCE, tick("run-once"),
            Scenarios.TICK_SKIP, tick("skip"));

    private final Path script;
    private final StringBuilder text = new StringBuilder();

    private ServerFile(Path script) {
        this.script = script;
    }

    private static String tick(String missed) {
        return "schedule = \"* * * * * *\"\nmissed = \"" + missed + "\"";
    }

    /**
     * The file of one server.
     *
     * @param database where it finds its database
     * @param script the body of all steps
     */
    static String of(Scenarios scenarios, String database, Duration lease, Path script) {
        ServerFile file = new ServerFile(script);
        file.text.append("""
                [storage]
                url = "%s"
                lease = "%ds"

                [storage.retention]
                executions = 1000000

                [worker]
                capacity = 4
                queues = ["%s"]
                shutdown_grace = "1s"
                environment = { FAULTS_DIR = "${FAULTS_DIR}", FAULTS_NODE = "${FAULTS_NODE}" }

                [queues.%s]
                [queues.%s]
                """.formatted(database, lease.toSeconds(), NEAR, NEAR, FAR));
        for (Scenario scenario : scenarios.all()) {
            file.add(scenario);
        }
        return file.text.toString();
    }

    private void add(Scenario scenario) {
        if (scenario.job() != null) {
            addJob(scenario, scenario.name(), scenario.steps().get(0));
            line(OF_JOBS.getOrDefault(scenario.name(), ""));
        } else {
            line("\n[[workflows]]");
            line("id = \"" + scenario.name() + "\"");
            for (Scenario.Step step : scenario.steps()) {
                addStep(scenario, step);
            }
        }
        scenario.steps().forEach(step -> addAddedJobs(scenario, step));
    }

    /** Adds the jobs that added steps run, and those of the steps that they add. */
    private void addAddedJobs(Scenario scenario, Scenario.Step adding) {
        for (Scenario.Step step : adding.adds()) {
            if (step.runs() == null) {
                addJob(scenario, scenario.jobOf(step), step);
            }
            addAddedJobs(scenario, step);
        }
    }

    private void addJob(Scenario scenario, String name, Scenario.Step step) {
        line("\n[[jobs]]");
        line("id = \"" + name + "\"");
        addWork(scenario, step, "jobs");
    }

    private void addStep(Scenario scenario, Scenario.Step step) {
        line("[[workflows.steps]]");
        line("id = \"" + step.name() + "\"");
        if (step.last()) {
            line("final = true");
        } else if (!step.after().isEmpty()) {
            line("after = " + after(step));
            line(join(step));
        }
        addWork(scenario, step, "workflows.steps");
    }

    private static String after(Scenario.Step step) {
        return step.after().stream()
                .map(edge ->
                        "\"" + edge.parent() + ":" + edge.condition().name().toLowerCase(Locale.ROOT) + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String join(Scenario.Step step) {
        return step.join().isAll() ? "" : "at_least = " + step.join().needed();
    }

    private void addWork(Scenario scenario, Scenario.Step step, String table) {
        Work work = step.work();
        if (work instanceof Work.Nested nested) {
            line("kind = \"workflow\"");
            line("workflow = \"" + nested.name() + "\"");
        } else if (work instanceof Work.Pause pause) {
            line("kind = \"wait\"");
            line("for = \"" + pause.millis() + "ms\"");
        } else if (work instanceof Work.Question) {
            line("kind = \"approval\"");
        } else if (work instanceof Work.Items items) {
            addItems(scenario, items, table);
        } else {
            line("queue = \"" + queue(scenario) + "\"");
            line("retry = " + retry(work));
            line("command = '''\n" + steps(scenario, step) + body(work, parents(scenario, step)) + "\n'''");
        }
    }

    /** Every third is the servers' own. What runs registered jobs of others is where those are. */
    private static String queue(Scenario scenario) {
        boolean shared = scenario.name().equals(Scenarios.LIMITED)
                || scenario.name().equals("growing-parts")
                || scenario.name().equals(ServerScenarios.HAUL);
        return !shared && Math.floorMod(scenario.name().hashCode(), 3) == 0 ? NEAR : FAR;
    }

    private void addItems(Scenario scenario, Work.Items items, String table) {
        line("kind = \"fanout\"");
        line("queue = \"" + queue(scenario) + "\"");
        line("items = "
                + IntStream.range(0, items.count()).mapToObj(Integer::toString).toList());
        line("concurrency = " + items.concurrency());
        line("partial_tolerance = " + items.tolerance());
        line("retry = " + retry(fails(items.each()) ? items.each() : items.otherwise()));
        String odd = items.odd().stream().map(Object::toString).collect(Collectors.joining("|"));
        String each = body(items.each(), List.of());
        line("command = '''\n"
                + (odd.isEmpty()
                        ? each
                        : "case $BATON_ITEM_INDEX in " + odd + ") " + body(items.otherwise(), List.of()) + " ;; *) "
                                + each + " ;; esac")
                + "\n'''");
        if (items.reduced()) {
            line("[" + table + ".reducer]");
            line("retry = { attempts = " + MOST_ATTEMPTS + " }");
            line("command = '''\nexec sh '" + script + "' reduce " + items.count() + "\n'''");
        }
    }

    /** A command that fails for good must not be tried again; one that is lost is, up to three times. */
    private static String retry(Work work) {
        int delay = work instanceof Behaviour behaviour ? behaviour.retryMillis() : 0;
        return "{ attempts = " + (fails(work) ? 1 : MOST_ATTEMPTS) + ", delay = \"" + delay + "ms\" }";
    }

    private static boolean fails(Work work) {
        return work instanceof Work.Mended || work.end() == RunStatus.FAILURE;
    }

    private String body(Work work, List<String> parents) {
        String words = "told";
        if (work instanceof Behaviour behaviour) {
            words = "do " + behaviour.leastMillis() + " " + behaviour.mostMillis() + " "
                    + (behaviour.alwaysFails() ? "always" : Integer.toString(behaviour.failures()))
                    + parents.stream().map(parent -> " " + parent).collect(Collectors.joining());
        } else if (work instanceof Work.Mended) {
            words = "mended";
        }
        return "exec sh '" + script + "' " + words;
    }

    /** The parents whose outputs a step must find, in the words of variables. */
    private static List<String> parents(Scenario scenario, Scenario.Step step) {
        if (!step.join().isAll() || step.last()) {
            return List.of();
        }
        Map<String, Scenario.Step> known = scenario.course().steps().stream()
                .collect(Collectors.toMap(Scenario.Step::name, each -> each, (first, second) -> first));
        return step.after().stream()
                .map(edge -> known.get(edge.parent()))
                .filter(parent -> parent != null && parent.work() instanceof Behaviour)
                .map(parent -> parent.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"))
                .toList();
    }

    /** Before all else: whatever becomes of the attempt then, it has asked for them. */
    private static String steps(Scenario scenario, Scenario.Step adding) {
        if (adding.adds().isEmpty()) {
            return "";
        }
        return adding.adds().stream()
                .map(step -> "{\"id\": \"" + step.name() + "\", \"job\": \"" + scenario.jobOf(step) + "\""
                        + (step.after().isEmpty() ? "" : ", \"after\": " + after(step))
                        + (step.join().isAll()
                                ? ""
                                : ", \"at_least\": " + step.join().needed())
                        + ", \"params\": {\"author\": \"$FAULTS_NODE:$BATON_ATTEMPT\"}}")
                .collect(Collectors.joining(",\n", "cat >\"$BATON_STEPS\" <<END\n[", "]\nEND\n"));
    }

    private void line(String line) {
        if (!line.isEmpty()) {
            text.append(line).append('\n');
        }
    }
}
