package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.process.Spool;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A command that an earlier process of this worker started and that is still running, or has ended unheard.
 *
 * <pre>{@code
 * for (LeftBehind command : spools.leftBehind()) {
 *     System.out.println(command.assignment().run().job() + (command.hasEnded() ? " has ended" : " goes on"));
 * }
 * }</pre>
 *
 * @param assignment the run, without its inputs
 * @param started when the attempt began
 * @param files the directory with the files that the command hands on
 * @param spool the output and the exit code
 */
public record LeftBehind(Assignment assignment, Instant started, Path files, Spool spool) {

    /** Whether the command has ended. */
    public boolean hasEnded() {
        return spool.exitCode().isPresent();
    }
}
