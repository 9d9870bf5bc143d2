package dev.baton.worker.kind;

import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.process.Programs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The kinds that need no Java code: shell, http and claude.
 *
 * <pre>{@code
 * BatonWorker worker = BatonWorker.connect(server, token);
 * Map<String, String> inherited = OrdinaryVariables.among(System.getenv());
 * StandardKinds.of(threads, inherited, List.of("claude", "-p"), Allowed.NOTHING).forEach(worker::kind);
 * }</pre>
 */
public final class StandardKinds {

    /** The default limit of a run's output, in bytes. */
    public static final int LARGEST_OUTPUT = Results.LARGEST_OUTPUT;

    /** How many bytes the steps that a run adds may have. */
    public static final int LARGEST_STEPS = Results.LARGEST_STEPS;

    private StandardKinds() {}

    /**
     * The kinds shell, http and claude.
     *
     * @param threads the executor for background work: it must be unbounded, since each run takes several threads
     * @param environment the variables that processes inherit, usually the {@link OrdinaryVariables} of this process
     * @param claude the program for prompts
     * @param allowed the addresses that requests may reach besides the public Internet
     */
    public static List<Kind> of(
            Executor threads, Map<String, String> environment, List<String> claude, Allowed allowed) {
        return of(
                Launcher.of(new Programs(threads)),
                threads,
                environment,
                claude,
                () -> allowed,
                Results.LARGEST_OUTPUT);
    }

    /**
     * The kinds shell, http and claude, with a limit for outputs and a given way to start programs.
     *
     * @param launcher starts the commands
     * @param allowed the addresses that requests may reach besides the public Internet, at the time of each
     * @param largestOutput the most bytes of a run's output
     */
    public static List<Kind> of(
            Launcher launcher,
            Executor threads,
            Map<String, String> environment,
            List<String> claude,
            Supplier<Allowed> allowed,
            int largestOutput) {
        return List.of(
                new ShellKind(launcher, environment, largestOutput),
                new HttpKind(new GuardedHttp(new AddressGuard(allowed), threads), largestOutput),
                new ClaudeKind(launcher, environment, claude, largestOutput));
    }
}
