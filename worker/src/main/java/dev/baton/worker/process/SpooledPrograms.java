package dev.baton.worker.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runs programs whose output and exit code are written down by processes of their own, so that they go on when this
 * process dies, and another can take them up. When {@link #run} or {@link #resume} returns or throws, no process of the
 * program is alive; what {@link Abandoned} ended aside. Safe from any thread.
 *
 * <pre>{@code
 * SpooledPrograms programs = new SpooledPrograms(new Programs(threads));
 * int exitCode = programs.run(program, Spool.create(directory, mark), ears, () -> true);
 * }</pre>
 */
public final class SpooledPrograms {

    /**
     * Starts the writers, which no signal but SIGKILL ends, so that the last words of a program that is told to stop are
     * heard; a writer that cannot write, because the disk is full, tries again. Then runs the program, and notes how it
     * ended. It waits for the writers, since nobody else might take their ends, in a container for instance. Traps, not
     * ignored signals: the program gets each signal's default action.
     */
    private static final String WRAPPER = """
            d=$1; in=$2; shift 2
            trap : HUP INT QUIT TERM
            mkfifo -m 600 "$d/stdout.pipe" "$d/stderr.pipe" || exit 125
            (trap "" HUP INT QUIT TERM; until cat; do sleep 1; done) <"$d/stdout.pipe" >>"$d/stdout" 2>/dev/null & o=$!
            (trap "" HUP INT QUIT TERM; until cat; do sleep 1; done) <"$d/stderr.pipe" >>"$d/stderr" 2>/dev/null & e=$!
            (umask 077; echo "$o $e" >"$d/writers"; echo $$ >"$d/pid")
            "$@" <"$in" >"$d/stdout.pipe" 2>"$d/stderr.pipe"
            c=$?
            (umask 077; until echo $c >"$d/exit"; do sleep 1; done) 2>/dev/null
            while kill -0 $o || kill -0 $e; do wait $o $e; done 2>/dev/null
            exit $c
            """;

    private static final int MILLIS_BETWEEN_LOOKS = 50;

    /** A process that holds the output open after all were killed belongs to another user; Baton does not wait for it. */
    private static final Duration FOR_LAST_OUTPUT = Duration.ofSeconds(2);

    private final Programs programs;

    /** Starts programs as these do. */
    public SpooledPrograms(Programs programs) {
        this.programs = programs;
    }

    /** Where the output of a program goes. */
    public record Ears(Consumer<CharSequence> stdout, Consumer<CharSequence> stderr, BooleanSupplier haveEnough) {}

    /** Thrown instead of stopping a program: it goes on, and its files stay. */
    public static final class Abandoned extends RuntimeException {

        private static final long serialVersionUID = 1;

        Abandoned() {
            super("the program is left to the next start");
        }
    }

    /**
     * Runs a program to its end.
     *
     * @param leave whether an interrupt is to leave it running
     * @return its exit code; 128 plus the signal if a signal ended it
     * @throws IOException when the program cannot be started
     * @throws InterruptedException when interrupted: by then the program has been stopped
     */
    public int run(Program program, Spool spool, Ears ears, BooleanSupplier leave)
            throws IOException, InterruptedException {
        if (program.input() != null) {
            spool.setInput(program.input());
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", WRAPPER, "baton-run"));
        command.add(spool.directory().toString());
        command.add(spool.stdin().toString());
        command.addAll(programs.user().prefix());
        command.addAll(program.command());
        Process process = programs.startAlone(program, command, spool.mark());
        ProcessTable table = programs.table(process.toHandle(), spool.mark());
        long begun = System.nanoTime();
        Ending ending = new Ending() {
            @Override
            public OptionalInt look() throws InterruptedException {
                // The shell waits for everybody who may still say something: it is its note that counts.
                long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                boolean over = process.waitFor(Math.min(MILLIS_BETWEEN_LOOKS, 1 + age / 10), TimeUnit.MILLISECONDS);
                OptionalInt code = spool.exitCode();
                return code.isEmpty() && over ? OptionalInt.of(process.exitValue()) : code;
            }

            @Override
            public boolean isShellOver() throws InterruptedException {
                return process.waitFor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
            }
        };
        return follow(new Life(process.pid(), table, program.stopGrace(), leave), spool, ears, ending);
    }

    /**
     * Takes up a program that another process started, from the first line of its output, to its end.
     *
     * @throws IOException when it has ended in such a way that its exit code is not known
     */
    public int resume(Spool spool, Duration stopGrace, Ears ears, BooleanSupplier leave)
            throws IOException, InterruptedException {
        long pid = spool.pid().orElse(-1);
        ProcessTable table = programs.earlier(pid, spool.mark());
        Ending ending = new Ending() {
            @Override
            public OptionalInt look() throws IOException, InterruptedException {
                OptionalInt code = spool.exitCode();
                if (code.isEmpty() && !programs.isAlive(pid, spool.mark())) {
                    code = spool.exitCode();
                    if (code.isEmpty()) {
                        throw new IOException(
                                "the command was ended together with its shell: its exit code is not known");
                    }
                }
                if (code.isEmpty()) {
                    Thread.sleep(MILLIS_BETWEEN_LOOKS);
                }
                return code;
            }

            @Override
            public boolean isShellOver() {
                return !programs.isAlive(pid, spool.mark());
            }
        };
        return follow(new Life(pid, table, stopGrace, leave), spool, ears, ending);
    }

    /** Whether a program that another process started runs, or has ended with an exit code. */
    public boolean isKnown(Spool spool) {
        boolean runs = spool.pid().isPresent() && programs.isAlive(spool.pid().getAsLong(), spool.mark());
        // Looked at last: it may have ended just now.
        return runs || spool.exitCode().isPresent();
    }

    /** Stops a program that another process started, with its descendants. Returns whether something was alive. */
    public boolean stop(Spool spool, Duration grace) {
        long pid = spool.pid().orElse(-1);
        ProcessTable table = programs.earlier(pid, spool.mark());
        ProcessGroup commands = group(pid, new CommandTable(table, pid, spool));
        boolean alive = !commands.isOver();
        ProcessGroup all = group(pid, table);
        if (alive) {
            commands.terminate(grace);
            awaitOver(all);
        }
        all.kill();
        return alive;
    }

    private ProcessGroup group(long pid, ProcessTable table) {
        return new ProcessGroup(pid, table, pid > 0 && programs.hasSessions());
    }

    /** Tells whether a program has ended. */
    private interface Ending {

        /** The exit code, after waiting a moment for it. */
        OptionalInt look() throws IOException, InterruptedException;

        /** Whether the shell has ended too, after waiting a moment for that. */
        boolean isShellOver() throws InterruptedException;
    }

    private record Life(long pid, ProcessTable table, Duration stopGrace, BooleanSupplier leave) {}

    private int follow(Life life, Spool spool, Ears ears, Ending ending) throws IOException, InterruptedException {
        ProcessGroup commands = group(life.pid(), new CommandTable(life.table(), life.pid(), spool));
        ProcessGroup all = group(life.pid(), life.table());
        boolean done = false;
        try (SpoolReader out = reader(spool, spool.stdout(), ears.stdout(), ears);
                SpoolReader err = reader(spool, spool.stderr(), ears.stderr(), ears)) {
            try {
                OptionalInt code = ending.look();
                while (code.isEmpty()) {
                    out.read();
                    err.read();
                    code = ending.look();
                }
                // Most programs leave nobody behind: then one look at all processes is enough, and each look is dear.
                done = ending.isShellOver() && all.isOver();
                if (!done) {
                    commands.kill();
                    awaitOver(all);
                }
                out.readRest();
                err.readRest();
                return code.getAsInt();
            } catch (InterruptedException e) {
                if (life.leave().getAsBoolean()) {
                    done = true;
                    throw new Abandoned();
                }
                OptionalInt code = spool.exitCode();
                commands.terminate(life.stopGrace());
                awaitOver(all);
                out.readRest();
                err.readRest();
                if (code.isPresent()) {
                    // It had ended by itself before it could be told to stop: what it has done counts.
                    return code.getAsInt();
                }
                throw e;
            }
        } finally {
            if (!done) {
                all.kill();
            }
        }
    }

    private static SpoolReader reader(Spool spool, Path file, Consumer<CharSequence> to, Ears ears) throws IOException {
        return new SpoolReader(spool, file, to, ears.haveEnough());
    }

    /** When all else has ended, so do the writers, once they have written what is in their pipes. */
    private static void awaitOver(ProcessGroup all) {
        long end = System.nanoTime() + FOR_LAST_OUTPUT.toNanos();
        boolean interrupted = false;
        while (!all.isOver() && System.nanoTime() - end < 0) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
