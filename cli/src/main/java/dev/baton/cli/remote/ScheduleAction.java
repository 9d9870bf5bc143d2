package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that does something to schedules by their names. */
abstract class ScheduleAction extends RemoteCommand {

    @Parameters(arity = "1..*", paramLabel = "SCHEDULE", description = "Their names.")
    private List<String> names = List.of();

    ScheduleAction(Surroundings surroundings) {
        super(surroundings);
    }

    /** Does it to the schedule at a path, and returns a word for what it is then. */
    abstract String act(Api api, String path) throws InterruptedException;

    @Override
    public final Integer call() throws InterruptedException {
        Api api = api();
        for (String name : names) {
            String done = act(api, ScheduleList.PATH + "/" + Query.segment(name));
            out().println("Schedule " + name + " is " + done + ".");
        }
        return ExitCode.OK;
    }

    /** {@code baton schedules pause}. */
    @Command(
            name = "pause",
            description =
                    "Pause schedules: they do not fire until they are resumed. Their jobs still start in other ways.",
            footer = {"  baton schedules pause north --reason \"the tenant moves\""})
    static final class Pause extends ScheduleAction {

        @Option(
                names = {"-m", "--reason"},
                paramLabel = "TEXT",
                description = "The reason, for the audit log.")
        private @Nullable String reason;

        Pause(Surroundings surroundings) {
            super(surroundings);
        }

        @Override
        String act(Api api, String path) throws InterruptedException {
            api.post(path + "/pause", reason == null ? Map.of() : Map.of("reason", reason));
            return "paused";
        }
    }

    /** {@code baton schedules resume}. */
    @Command(
            name = "resume",
            description = "Resume schedules that were paused. Their policy for missed fires applies.",
            footer = {"  baton schedules resume north"})
    static final class Resume extends ScheduleAction {

        Resume(Surroundings surroundings) {
            super(surroundings);
        }

        @Override
        String act(Api api, String path) throws InterruptedException {
            api.post(path + "/resume", Map.of());
            return "resumed";
        }
    }

    /** {@code baton schedules remove}. */
    @Command(
            name = "remove",
            description = "Remove schedules. Executions that they have started go on.",
            footer = {"  baton schedules remove north"})
    static final class Remove extends ScheduleAction {

        Remove(Surroundings surroundings) {
            super(surroundings);
        }

        @Override
        String act(Api api, String path) throws InterruptedException {
            api.delete(path);
            return "removed";
        }
    }
}
