package dev.baton.cli;

import dev.baton.cli.client.ServerOptions;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.remote.RemoteCommands;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** All commands by name, in the order in which help lists them. A command is made when it is asked for. */
final class Commands {

    private Commands() {}

    static Map<String, Supplier<CommandLine>> of(Surroundings here) {
        Map<String, String> settings = ServerOptions.settings(here.environment());
        Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
        all.put("server", () -> new CommandLine(new ServerCommand(settings)));
        all.put("worker", () -> new CommandLine(new WorkerCommand(here.environment())));
        all.put("migrate", () -> new CommandLine(new MigrateCommand(here.clock(), settings)));
        all.put("run", () -> new CommandLine(new RunCommand(here.terminal(), settings)));
        all.put("init", () -> new CommandLine(new InitCommand()));
        all.put("validate", () -> new CommandLine(new ValidateCommand(settings)));
        all.put("graph", () -> new CommandLine(new GraphCommand(settings)));
        all.put("simulate", () -> new CommandLine(new SimulateCommand(here.clock(), settings)));
        all.put("cron", () -> new CommandLine(new CronCommand(here.clock())));
        all.putAll(RemoteCommands.of(here));
        all.put("import", () -> new CommandLine(new ImportCommand()));
        all.put("doctor", () -> new CommandLine(new DoctorCommand(here.environment())));
        all.put("completion", () -> new CommandLine(new CompletionCommand()));
        all.put("complete", () -> new CommandLine(new CompleteCommand(here)));
        all.put("warm-up", () -> new CommandLine(new WarmUpCommand(here.clock())));
        all.put("demo", () -> new CommandLine(new DemoCommand(here.terminal())));
        return all;
    }
}
