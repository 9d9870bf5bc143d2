package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Table;
import dev.baton.cli.output.Texts;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton explain}. */
@Command(
        name = "explain",
        description = "Explain the status of a run or an execution, and what to do about it.",
        footer = {
            "  baton explain etl          # the newest execution of a workflow",
            "  baton explain etl/load     # its step",
            "  baton explain 01a1e3c7-89fc.4"
        })
final class ExplainCommand extends ReadCommand {

    @Parameters(
            paramLabel = "SUBJECT",
            description = "A run or an execution by its id or the beginning of it, a job or workflow (the newest"
                    + " execution), or workflow/step.")
    private String given = "";

    ExplainCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Lookup.Subject subject = new Lookup(api).subject(given);
        JsonNode why = api.get(subject.path() + "/explain");
        if (json()) {
            printJson(why);
        } else if (quiet()) {
            out().println(Texts.line(text(why, "text")));
        } else {
            show(subject, why);
        }
        return ExitCode.OK;
    }

    private void show(Lookup.Subject subject, JsonNode why) {
        String whole = text(why, "text");
        out().println(style().painted(text(why, "status")) + "  " + subject.word() + " " + subject.id());
        out().println(style().text(whole));
        chain(why.path("chain"), whole);
        holders(why.path("holders"), why.path("more_holders").asInt(0));
        String remedy = text(why, "remedy");
        if (!remedy.isEmpty() && !whole.contains(remedy)) {
            out().println(style().paint(Paint.BOLD, "What to do: ") + Texts.line(remedy));
        }
        ways(subject, why).forEach(way -> out().println("  " + way));
    }

    /** From what was asked down to the cause, where the text does not say it. */
    private void chain(JsonNode chain, String whole) {
        String indent = "  ";
        for (JsonNode link : chain) {
            String words = text(link, "name") + " " + text(link, "text");
            if (chain.size() > 1 && !whole.contains(text(link, "text"))) {
                out().println(indent + style().painted(text(link, "status")) + "  " + Texts.line(words));
            }
            indent += "  ";
        }
    }

    private void holders(JsonNode holders, int more) {
        if (holders.isEmpty()) {
            return;
        }
        Table table = new Table(style(), "HELD BY", "STATUS", "SINCE", "ID");
        for (JsonNode holder : holders) {
            String run = text(holder, "run_id");
            table.add(
                    text(holder, "job"),
                    style().status(text(holder, "status")),
                    style().distance(text(holder, "since")),
                    run.isEmpty() ? text(holder, "execution_id") : run);
        }
        print(table.lines());
        if (more > 0) {
            out().println("and " + more + " more.");
        }
    }

    /** The commands that would move it, for what stands at the end of the chain. */
    private static List<String> ways(Lookup.Subject subject, JsonNode why) {
        JsonNode chain = why.path("chain");
        JsonNode last = chain.isEmpty() ? why : chain.get(chain.size() - 1);
        String execution = text(last, "execution_id").isEmpty() ? subject.id() : text(last, "execution_id");
        boolean isRun = !text(last, "run_id").isEmpty();
        String run = isRun ? text(last, "run_id") : execution;
        List<String> commands = new ArrayList<>();
        for (JsonNode way : why.path("ways")) {
            switch (way.asString("")) {
                case "retry" -> commands.add("baton retry " + execution);
                case "mark" -> {
                    // A person marks runs, not whole executions.
                    if (isRun) {
                        commands.add("baton mark " + run + " success --reason …");
                    }
                }
                case "cancel" -> commands.add("baton cancel " + run);
                case "approve" -> commands.add("baton approve " + run);
                case "release" -> commands.add("baton release " + execution);
                case "resume" ->
                    commands.add("baton resume " + text(last, "job").replaceFirst("/.*", ""));
                case "start-worker" -> {
                    for (JsonNode worker : why.path("workers")) {
                        if (worker.path("draining").asBoolean(false)) {
                            commands.add("baton drain " + text(worker, "name") + " --undo");
                        }
                    }
                    commands.add("baton worker");
                }
                default -> {
                    // A newer server knows more ways than this version.
                }
            }
        }
        return commands;
    }
}
