package dev.baton.faults;

/** The faults of nodes and their database, one at a time. */
enum Fault {
    KILL("SIGKILL"),
    FREEZE("SIGSTOP, later SIGCONT"),
    STOP("SIGTERM"),
    CUT("pg_terminate_backend"),
    CRASH("server crash and restart"),
    HALT_BEFORE_COMMIT("halt before-commit"),
    HALT_AFTER_COMMIT("halt after-commit"),
    HALT_AFTER_CLAIM("halt after-claim"),
    HALT_IN_RECOVERY("halt in-recovery"),
    KILL_WORKER("SIGKILL of a worker"),
    KILL_HOST("SIGKILL of a worker with all it runs"),
    STOP_WORKER("SIGTERM of a worker"),
    FREEZE_WORKER("SIGSTOP of a worker"),
    OUTAGE("database away beyond the lease");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
