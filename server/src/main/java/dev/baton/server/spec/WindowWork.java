package dev.baton.server.spec;

import dev.baton.worker.Command;
import java.time.Duration;
import java.util.List;

/**
 * Looks at the latest runs of other jobs, which have schedules of their own, and then runs a command or does not.
 *
 * @param dependsOn the jobs, steps and workflows to look at
 * @param look how to look
 * @param onMissing what to do when one of them has no finished run in the window
 * @param onDepFail what to do when the latest run of one of them failed
 * @param command what to run
 */
public record WindowWork(List<String> dependsOn, Look look, Reaction onMissing, Reaction onDepFail, Command command)
        implements WorkSpec {

    /** Copies the names. */
    public WindowWork {
        dependsOn = List.copyOf(dependsOn);
    }

    @Override
    public String kind() {
        return "window";
    }

    /**
     * How to look at the jobs it depends on.
     *
     * @param window how far back
     * @param patience how long to wait for one that is still running
     * @param freshOnly whether a success that an earlier run has used counts as missing
     * @param cooldown after a skip or a failure for a dependency, how long not to look again
     */
    public record Look(Duration window, Duration patience, boolean freshOnly, Duration cooldown) {

        /** A day back, without waiting. */
        public static final Look DEFAULT = new Look(Duration.ofDays(1), Duration.ZERO, false, Duration.ZERO);
    }

    /** What to do about a dependency that does not hold. */
    public enum Reaction {
        /** The run is skipped. */
        SKIP,
        /** The run fails. */
        FAIL,
        /** The command runs all the same. */
        RUN
    }
}
