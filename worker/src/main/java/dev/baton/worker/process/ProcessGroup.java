package dev.baton.worker.process;

import dev.baton.worker.process.ProcessTable.Member;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program with all processes it started, to be terminated as a whole. */
final class ProcessGroup {

    private static final Duration PATIENCE_AFTER_KILL = Duration.ofSeconds(5);
    private static final int MILLIS_BETWEEN_LOOKS = 10;

    private final long program;
    private final ProcessTable table;
    private final boolean hasGroup;

    ProcessGroup(long program, ProcessTable table, boolean hasGroup) {
        this.program = program;
        this.table = table;
        this.hasGroup = hasGroup;
    }

    /** Whether no process is left. */
    boolean isOver() {
        return table.members().isEmpty();
    }

    /** Sends SIGTERM to all processes, and kills those that remain after the grace, or at once when interrupted. */
    void terminate(Duration grace) {
        askToEnd();
        awaitNobody(grace);
        kill();
    }

    /** Kills all processes, repeatedly: a process that is just being started is not visible yet. */
    void kill() {
        long end = System.nanoTime() + PATIENCE_AFTER_KILL.toNanos();
        boolean interrupted = false;
        List<Member> alive = table.members();
        while (!alive.isEmpty() && System.nanoTime() - end < 0) {
            alive.forEach(member -> member.handle().destroyForcibly());
            interrupted |= !pause();
            alive = table.members();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void askToEnd() {
        boolean signalled = hasGroup && signalGroup();
        for (Member member : table.members()) {
            // Some programs take a second SIGTERM for an order to quit at once.
            if (!(signalled && member.inGroup())) {
                member.handle().destroy();
            }
        }
    }

    private void awaitNobody(Duration grace) {
        long end = System.nanoTime() + grace.toNanos();
        while (System.nanoTime() - end < 0 && !table.members().isEmpty()) {
            if (!pause()) {
                return;
            }
        }
    }

    /**
     * Java cannot signal a group; the {@code kill} built into the shell can, and exists even where no such program
     * does. One signal to the group also reaches processes that are being started at this moment.
     */
    private boolean signalGroup() {
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s TERM -- \"-$1\"", "sh", Long.toString(program))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return kill.waitFor(PATIENCE_AFTER_KILL.toMillis(), TimeUnit.MILLISECONDS) && kill.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(MILLIS_BETWEEN_LOOKS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
