package dev.baton.worker.kind;

import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.process.Programs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** The kinds that need no code of one's own. */
public final class StandardKinds {

    /** How many bytes a run may hand on, unless its worker is told otherwise. */
    public static final int LARGEST_OUTPUT = Results.LARGEST_OUTPUT;

    /** How many bytes the steps that a run adds may have. */
    public static final int LARGEST_STEPS = Results.LARGEST_STEPS;

    private StandardKinds() {}

    /**
     * Shell, http and claude.
     *
     * @param threads for what they do in the background: some threads for each run, so its number must not be bounded
     * @param environment what processes inherit, usually the {@link OrdinaryVariables} of the process
     * @param claude the program for prompts
     * @param allowed what requests may reach beside the public Internet
     */
    public static List<Kind> of(
            Executor threads, Map<String, String> environment, List<String> claude, Allowed allowed) {
        return of(new Programs(threads), threads, environment, claude, allowed, Results.LARGEST_OUTPUT);
    }

    /**
     * The same with a limit of one's own, and commands of a user of their own.
     *
     * @param programs starts commands
     * @param largestOutput how many bytes a run may hand on
     */
    public static List<Kind> of(
            Programs programs,
            Executor threads,
            Map<String, String> environment,
            List<String> claude,
            Allowed allowed,
            int largestOutput) {
        return List.of(
                new ShellKind(programs, environment, largestOutput),
                new HttpKind(new GuardedHttp(new AddressGuard(allowed), threads), largestOutput),
                new ClaudeKind(programs, environment, claude, largestOutput));
    }
}
