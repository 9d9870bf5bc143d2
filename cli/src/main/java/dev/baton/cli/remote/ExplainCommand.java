package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Texts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton explain}. */
@Command(
        name = "explain",
        description = "Say why a run or an execution is where it is, and what would move it.",
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
        out().println(style().painted(text(why, "status")) + "  " + subject.word() + " " + subject.id());
        out().println(style().text(text(why, "text")));
        for (JsonNode cause : why.path("because")) {
            if (!text(why, "text").contains(text(cause, "text"))) {
                out().println("  - " + Texts.line(text(cause, "text")));
            }
        }
        chain(why.path("chain"));
        String remedy = text(why, "remedy");
        if (!remedy.isEmpty() && !text(why, "text").contains(remedy)) {
            out().println(style().paint(Paint.BOLD, "What to do: ") + Texts.line(remedy));
        }
    }

    /** The chain down to the cause, which newer servers tell. */
    private void chain(JsonNode chain) {
        String indent = "  ";
        for (JsonNode link : chain) {
            String words = text(link, "text");
            if (!words.isEmpty()) {
                out().println(indent + Texts.line(words));
                indent += "  ";
            }
        }
    }
}
