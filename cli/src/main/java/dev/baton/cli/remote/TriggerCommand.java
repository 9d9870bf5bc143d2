package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.BadTextException;
import dev.baton.cli.input.ParameterTexts;
import dev.baton.cli.output.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton trigger}. */
@Command(
        name = "trigger",
        description = "Start an execution of a job or workflow now, regardless of its schedule.",
        footer = {
            "  baton trigger report",
            "  baton trigger etl --param day=2026-11-15 --wait --timeout 1h",
            "  baton trigger etl --follow",
            "  baton trigger etl --key nightly-2026-11-15    # safe to repeat"
        })
final class TriggerCommand extends ReadCommand {

    @Parameters(paramLabel = "NAME", description = "The job or workflow, or the beginning of its name.")
    private String name = "";

    @Option(
            names = {"-p", "--param"},
            paramLabel = "NAME=VALUE",
            description = "A parameter, over its default. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "The idempotency key: a key in use starts nothing and returns the first execution.")
    private @Nullable String key;

    @Mixin
    private final Waiting waiting = new Waiting();

    TriggerCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Lookup.Definition definition = new Lookup(api).definition(name);
        Map<String, Object> body = new LinkedHashMap<>();
        if (!parameters.isEmpty()) {
            body.put("parameters", values(api, definition, parameters));
        }
        if (key != null) {
            body.put("key", key);
        }
        JsonNode started = api.post(definition.path() + "/trigger", body);
        String id = text(started, "id");
        if (json()) {
            printJson(started);
        } else if (quiet()) {
            out().println(id);
        } else {
            out().println("Started " + definition.name() + ": execution " + id + ".");
        }
        out().flush();
        return waiting.wanted() ? waiting.await(api, id, style(), out(), err()) : ExitCode.OK;
    }

    /** Texts as values: a parameter whose default is a number takes a number. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> values(Api api, Lookup.Definition definition, Map<String, String> texts)
            throws InterruptedException {
        JsonNode defaults = api.get(definition.path()).path("spec").path("parameters");
        Map<String, Object> usual = defaults.isMissingNode() ? Map.of() : (Map<String, Object>) Api.plain(defaults);
        try {
            return ParameterTexts.values(texts, usual);
        } catch (IllegalArgumentException e) {
            throw new BadTextException("--param: " + e.getMessage());
        }
    }
}
