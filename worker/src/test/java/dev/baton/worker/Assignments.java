package dev.baton.worker;

import dev.baton.worker.Assignment.Inputs;
import dev.baton.worker.Assignment.RunInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Assignments for tests, short to write. The lease has the run's name. */
public final class Assignments {

    public static final Inputs NO_INPUTS = new Inputs(Map.of(), Map.of(), Map.of(), null, Map.of(), null);

    private Assignments() {}

    public static RunInfo info(String id) {
        return new RunInfo(
                id, "execution-1", "etl/load", 1, Instant.parse("2026-11-15T02:00:00Z"), "schedule", null, null, false);
    }

    public static Assignment of(String id, Command command) {
        return new Assignment(id, info(id), command, NO_INPUTS, List.of());
    }

    public static Assignment shell(String id, String line) {
        return of(id, shell(line));
    }

    public static Command.Shell shell(String line) {
        return new Command.Shell(line, "/bin/sh", null, Set.of(0), Duration.ofSeconds(2));
    }

    public static Assignment withInputs(Assignment assignment, Inputs inputs) {
        return new Assignment(assignment.lease(), assignment.run(), assignment.command(), inputs, assignment.secrets());
    }

    public static Assignment withSecrets(Assignment assignment, String... secrets) {
        return new Assignment(
                assignment.lease(), assignment.run(), assignment.command(), assignment.inputs(), List.of(secrets));
    }
}
