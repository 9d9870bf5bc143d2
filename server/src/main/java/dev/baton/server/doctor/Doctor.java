package dev.baton.server.doctor;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.ArrayList;
import java.util.List;

/** Runs all checks: none keeps another from being run. Safe from any thread. */
public final class Doctor {

    private final List<Check> checks;

    /** With these checks, in this order. */
    public Doctor(List<? extends Check> checks) {
        this.checks = List.copyOf(checks);
    }

    /** Looks at everything. */
    public Report examine() {
        List<Finding> findings = new ArrayList<>();
        for (Check check : checks) {
            try {
                findings.addAll(check.look());
            } catch (RuntimeException failure) {
                findings.add(Finding.fail(
                        check.name(),
                        "it cannot be checked: " + failure.getMessage(),
                        "See to the cause first; the server's log says more."));
            }
        }
        return Report.of(findings);
    }

    /** Its line of the table of endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/doctor", Access.VIEWER, request -> Response.json(examine()))
                .operation("doctor")
                .about(
                        "Check the server's health",
                        "Storage, clock, workers, runs that are stuck, disk space, retention," + " definitions.")
                .gives(Report.class));
    }
}
