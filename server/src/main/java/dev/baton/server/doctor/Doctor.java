package dev.baton.server.doctor;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs all checks, each independent of the others. Safe from any thread. */
public final class Doctor {

    /** The checks visit every definition and query the database, so frequent callers share a report. */
    private static final Duration SHARED_FOR = Duration.ofSeconds(1);

    private final List<Check> checks;
    private @Nullable Report last;
    private long lastAt;

    /** Creates a doctor with these checks, in this order. */
    public Doctor(List<? extends Check> checks) {
        this.checks = List.copyOf(checks);
    }

    /** Runs all checks. */
    public Report examine() {
        List<Finding> findings = new ArrayList<>();
        for (Check check : checks) {
            try {
                findings.addAll(check.look());
            } catch (RuntimeException failure) {
                findings.add(Finding.fail(
                        check.name(),
                        "it cannot be checked: " + failure.getMessage(),
                        "Resolve the cause first; the server's log has details."));
            }
        }
        return Report.of(findings);
    }

    /** Runs the checks. Concurrent callers share one report. */
    private synchronized Report recent() {
        long now = System.nanoTime();
        Report known = last;
        if (known == null || now - lastAt > SHARED_FOR.toNanos()) {
            known = examine();
            last = known;
            lastAt = System.nanoTime();
        }
        return known;
    }

    /** The endpoint that runs the checks. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/doctor", Access.VIEWER, request -> Response.json(recent()))
                .operation("doctor")
                .about(
                        "Check the server's health",
                        "Storage, clock, workers, runs that are stuck, disk space, retention," + " definitions.")
                .gives(Report.class));
    }
}
