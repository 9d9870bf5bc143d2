package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.process.Program;
import dev.baton.worker.process.Programs;
import dev.baton.worker.process.RunUser;
import dev.baton.worker.process.SpooledPrograms;
import dev.baton.worker.process.SpooledPrograms.Ears;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the commands of runs: as children of this process that end with it, or so that they outlive it. Safe from any
 * thread.
 *
 * <pre>{@code
 * Launcher launcher = Launcher.of(new Programs(threads)); // commands end with this process
 * }</pre>
 */
public final class Launcher {

    private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
    private static final Duration STOP_GRACE = Duration.ofSeconds(2);

    private final Programs programs;
    private final @Nullable Spools spools;

    private Launcher(Programs programs, @Nullable Spools spools) {
        this.programs = programs;
        this.spools = spools;
    }

    /** Commands that nobody takes up when this process dies. */
    public static Launcher of(Programs programs) {
        return new Launcher(programs, null);
    }

    /** Commands that the next process of the worker takes up. */
    public static Launcher of(Spools spools) {
        return new Launcher(spools.plainPrograms(), spools);
    }

    RunUser user() {
        return programs.user();
    }

    /** A command on its way, with its files; closing removes them, or leaves them to the next process. */
    interface Launch extends AutoCloseable {

        Workplace files();

        int run(Program program, Ears ears) throws IOException, InterruptedException;

        int resume(Duration stopGrace, Ears ears) throws IOException, InterruptedException;

        @Override
        void close();
    }

    /** Begins a command. No process of an earlier attempt is alive on this host when this returns. */
    Launch begin(Assignment assignment) throws IOException {
        stopEarlier(assignment.run());
        if (spools == null) {
            return new Attached(programs, new Workplace(programs.user()));
        }
        LeftBehind begun = spools.begin(assignment);
        return new Detached(spools, begun, Workplace.earlier(begun.files(), programs.user()));
    }

    /** Looks only where there may be something to find: reading the environment of all processes takes a while. */
    private void stopEarlier(Assignment.RunInfo run) {
        boolean mayBeAlive = run.attempt() > 1 || run.mayHaveStarted();
        if (mayBeAlive && programs.stopMarked("BATON_RUN_ID=" + run.id(), STOP_GRACE)) {
            LOG.warn("run {} starts again: a process of an earlier start on this host is stopped", run.id());
        }
    }

    Launch resume(LeftBehind command) throws IOException {
        if (spools == null) {
            throw new IllegalStateException("commands of this worker do not outlive it");
        }
        return new Detached(spools, command, Workplace.earlier(command.files(), programs.user()));
    }

    private record Attached(Programs programs, Workplace files) implements Launch {

        @Override
        public int run(Program program, Ears ears) throws IOException, InterruptedException {
            return programs.run(program, ears.stdout(), ears.stderr());
        }

        @Override
        public int resume(Duration stopGrace, Ears ears) {
            throw new IllegalStateException("commands of this worker do not outlive it");
        }

        @Override
        public void close() {
            files.close();
        }
    }

    private static final class Detached implements Launch {

        private final Spools spools;
        private final LeftBehind command;
        private final Workplace files;
        private boolean left;
        private boolean ended;

        Detached(Spools spools, LeftBehind command, Workplace files) {
            this.spools = spools;
            this.command = command;
            this.files = files;
        }

        @Override
        public Workplace files() {
            return files;
        }

        @Override
        public int run(Program program, Ears ears) throws IOException, InterruptedException {
            return leaving(() -> spools.programs().run(program, command.spool(), ears, spools::isLeaving));
        }

        @Override
        public int resume(Duration stopGrace, Ears ears) throws IOException, InterruptedException {
            return leaving(() -> spools.programs().resume(command.spool(), stopGrace, ears, spools::isLeaving));
        }

        private int leaving(Step step) throws IOException, InterruptedException {
            try {
                int code = step.run();
                ended = true;
                return code;
            } catch (SpooledPrograms.Abandoned e) {
                left = true;
                throw e;
            }
        }

        @Override
        public void close() {
            if (left) {
                spools.abandoned(command);
            } else if (ended) {
                spools.reported(command);
            } else {
                spools.over(command);
                files.close();
                spools.remove(command.spool());
            }
        }

        @FunctionalInterface
        private interface Step {

            int run() throws IOException, InterruptedException;
        }
    }
}
