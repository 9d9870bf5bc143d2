package dev.baton.cli;

import dev.baton.cli.output.CommandFailedException;
import dev.baton.worker.Dispatch;
import dev.baton.worker.ReturningDispatch;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerFiles;
import dev.baton.worker.kind.Launcher;
import dev.baton.worker.kind.LeftBehind;
import dev.baton.worker.process.Programs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of a {@code baton worker}, in which its commands outlive its process. Where none can be had, they
 * end with the worker.
 */
final class WorkerHome {

    /** How many workers of one name on one host have a directory each. */
    private static final int MOST = 100;

    private final Programs programs;
    private final @Nullable WorkerFiles files;
    private final @Nullable String warning;

    private WorkerHome(Programs programs, @Nullable WorkerFiles files, @Nullable String warning) {
        this.programs = programs;
        this.files = files;
        this.warning = warning;
    }

    /**
     * Opens the directory that the user names, or else the first free one for this name and server.
     *
     * @throws CommandFailedException when the one that the user names cannot be used
     */
    static WorkerHome open(
            @Nullable Path named, Map<String, String> environment, String name, URI server, Programs programs) {
        if (named != null) {
            try {
                return new WorkerHome(
                        programs,
                        WorkerFiles.open(named, programs, Clock.systemUTC())
                                .orElseThrow(() -> new CommandFailedException(
                                        "--data-dir: another worker uses " + named + "; give each worker its own")),
                        null);
            } catch (IOException e) {
                throw new CommandFailedException("--data-dir: " + named + " cannot be used: " + e);
            }
        }
        Path parent = state(environment);
        if (parent == null) {
            return without(programs, "no home directory is known");
        }
        String plain = (name + "@" + server.getAuthority()).replaceAll("[^A-Za-z0-9@._-]", "_");
        try {
            for (int number = 1; number <= MOST; number++) {
                Path directory = parent.resolve(number == 1 ? plain : plain + "+" + number);
                Optional<WorkerFiles> files = WorkerFiles.open(directory, programs, Clock.systemUTC());
                if (files.isPresent()) {
                    return new WorkerHome(programs, files.get(), null);
                }
            }
            return without(programs, MOST + " workers have this name already");
        } catch (IOException e) {
            return without(programs, e.toString());
        }
    }

    private static WorkerHome without(Programs programs, String why) {
        return new WorkerHome(
                programs,
                null,
                "The commands of this worker end with it, as it has no data directory: " + why
                        + ". Give it one with --data-dir.");
    }

    private static @Nullable Path state(Map<String, String> environment) {
        String state = environment.get("XDG_STATE_HOME");
        if (state != null && state.startsWith("/")) {
            return Path.of(state, "baton", "worker");
        }
        String home = environment.get("HOME");
        return home != null && home.startsWith("/") ? Path.of(home, ".local", "state", "baton", "worker") : null;
    }

    /** Why commands end with the worker; empty if they do not. */
    Optional<String> warning() {
        return Optional.ofNullable(warning);
    }

    Launcher launcher() {
        return files == null ? Launcher.of(programs) : Launcher.of(files.spools());
    }

    Dispatch dispatch(Dispatch server) {
        return files == null ? server : new ReturningDispatch(server, files);
    }

    /** Takes up what the last process of this worker left. Returns what to say about it, line by line. */
    List<String> takeUp(Worker worker) {
        List<String> lines = new ArrayList<>();
        if (files != null) {
            for (LeftBehind command : files.spools().leftBehind()) {
                files.spools().takenUp(command);
                worker.takeUp(command);
                lines.add("Run %s of %s goes on, if the server still waits for it: its command %s, as attempt %d."
                        .formatted(
                                command.assignment().run().id(),
                                command.assignment().run().job(),
                                command.hasEnded() ? "has ended" : "is still at work",
                                command.assignment().run().attempt()));
            }
        }
        return lines;
    }

    /** Leaves running commands to the next start. */
    void leave(Worker worker) {
        if (files == null) {
            return;
        }
        worker.drain();
        files.spools().leave();
        try {
            worker.letGo();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
