package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The commands for a running server, by name. They are made when they are asked for: a JVM starts faster with less. */
public final class RemoteCommands {

    private RemoteCommands() {}

    /** All of them, in the order in which help lists them. */
    public static Map<String, Supplier<CommandLine>> of(Surroundings here) {
        Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
        groups(here, all);
        all.put("trigger", () -> new CommandLine(new TriggerCommand(here)));
        all.put("submit", () -> new CommandLine(new SubmitCommand(here)));
        all.put("logs", () -> new CommandLine(new LogsCommand(here)));
        all.put("explain", () -> new CommandLine(new ExplainCommand(here)));
        all.put("cancel", () -> new CommandLine(new CancelCommand(here)));
        all.put("retry", () -> new CommandLine(new RetryCommand(here)));
        all.put("rerun", () -> new CommandLine(new RerunCommand(here)));
        all.put("pause", () -> new CommandLine(new PauseCommand(here)));
        all.put("resume", () -> new CommandLine(new ResumeCommand(here)));
        all.put("approvals", () -> new CommandLine(new ApprovalList(here)));
        all.put("approve", () -> new CommandLine(new ApproveCommand(here)));
        all.put("mark", () -> new CommandLine(new MarkCommand(here)));
        all.put("hold", () -> new CommandLine(new HoldCommand(here)));
        all.put("release", () -> new CommandLine(new ReleaseCommand(here)));
        all.put("backfill", () -> new CommandLine(new BackfillCommand(here)));
        all.put("fires", () -> new CommandLine(new FireList(here)));
        all.put("queues", () -> new CommandLine(new QueueList(here)));
        all.put("drain", () -> new CommandLine(new DrainCommand(here)));
        all.put("reload", () -> new CommandLine(new ReloadCommand(here)));
        all.put("top", () -> new CommandLine(new TopCommand(here)));
        all.put("open", () -> new CommandLine(new OpenCommand(here)));
        all.put("export", () -> new CommandLine(new ExportCommand(here)));
        all.put("apply", () -> new CommandLine(new ApplyCommand(here)));
        all.put("login", () -> new CommandLine(new LoginCommand(here)));
        all.put("audit", () -> new CommandLine(new AuditList(here)));
        return all;
    }

    /** The commands that gather what can be done to one kind of thing. */
    private static void groups(Surroundings here, Map<String, Supplier<CommandLine>> all) {
        all.put("jobs", () -> definitions("jobs", here, new JobList(here), new JobList(here)));
        all.put("workflows", () -> definitions("workflows", here, new WorkflowList(here), new WorkflowList(here)));
        all.put(
                "executions",
                () -> GroupCommand.of(
                        "executions",
                        "List, show and control executions.",
                        new ExecutionList(here),
                        new ExecutionList(here),
                        new ExecutionShow(here),
                        new LogsCommand(here),
                        new ExplainCommand(here),
                        new CancelCommand(here),
                        new RetryCommand(here),
                        new RerunCommand(here),
                        new HoldCommand(here),
                        new ReleaseCommand(here)));
        all.put(
                "runs",
                () -> GroupCommand.of(
                        "runs",
                        "List, show and control runs.",
                        new RunList(here),
                        new RunList(here),
                        new RunShow(here),
                        new LogsCommand(here),
                        new ExplainCommand(here),
                        new CancelCommand(here),
                        new RetryCommand(here),
                        new MarkCommand(here),
                        new ApproveCommand(here)));
        all.put(
                "schedules",
                () -> GroupCommand.of(
                        "schedules",
                        "List, add, pause, resume and remove schedules: those with a name of their own, one for each"
                                + " tenant, for example.",
                        new ScheduleList(here),
                        new ScheduleList(here),
                        new SchedulePut(here),
                        new ScheduleAction.Pause(here),
                        new ScheduleAction.Resume(here),
                        new ScheduleAction.Remove(here)));
        all.put(
                "workers",
                () -> GroupCommand.of(
                        "workers",
                        "List workers, drain them and bring them back.",
                        new WorkerList(here),
                        new WorkerList(here),
                        new DrainCommand(here)));
        all.put(
                "token",
                () -> GroupCommand.of(
                        "token",
                        "List, create and revoke tokens.",
                        new TokenList(here),
                        new TokenList(here),
                        new TokenCreate(here),
                        new TokenRevoke(here)));
    }

    /**
     * The group for jobs, or for workflows.
     *
     * @param alone the command of the group without a sub-command
     * @param list its sub-command list, an object of its own
     */
    private static CommandLine definitions(String name, Surroundings here, DefinitionList alone, DefinitionList list) {
        return GroupCommand.of(
                name,
                "List " + name + ", or do something to one.",
                alone,
                list,
                new DefinitionShow(here),
                new TriggerCommand(here),
                new PauseCommand(here),
                new ResumeCommand(here),
                new BackfillCommand(here),
                new RemoveCommand(here));
    }
}
